import type { Provider } from '@nestjs/common';
import { OperatorActions } from './operator-actions.service.js';
import { OperatorMessages } from './operator-messages.service.js';
import { OperatorOrders } from './operator-orders.service.js';
import { OperatorRemote } from './operator-remote.service.js';
import { OperatorSendsRepository } from '../outgoing/operator-sends.repository.js';
import { OperatorSpeech } from './operator-speech.service.js';
import { OperatorTargets } from './operator-targets.service.js';
import { PlaceSessions } from '../sessions/place-sessions.js';

/** What operators send and have done. */
export const OPERATOR_PROVIDERS: readonly Provider[] = [
  OperatorActions,
  OperatorMessages,
  OperatorOrders,
  OperatorRemote,
  OperatorSendsRepository,
  OperatorSpeech,
  OperatorTargets,
  PlaceSessions,
];

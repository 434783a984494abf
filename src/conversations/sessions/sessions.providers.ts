import type { Provider } from '@nestjs/common';
import { RunningTurns } from '../turns/running-turns.js';
import { SessionRepository } from './session.repository.js';
import { SessionRouter } from './session-router.js';
import { ShortIds } from './short-ids.js';

/** Which session a message belongs to, and what is known of it. */
export const SESSION_PROVIDERS: readonly Provider[] = [
  SessionRouter,
  SessionRepository,
  RunningTurns,
  ShortIds,
];

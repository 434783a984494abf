import type { Provider } from '@nestjs/common';
import { InboundGate } from './gate/inbound-gate.service.js';
import { MentionGate } from './gate/mention-gate.service.js';
import { MentionPatterns } from './inbox/mention-patterns.js';
import { SelfChatEchoes } from './gate/self-chat-echoes.service.js';
import { SenderGate } from './gate/sender-gate.service.js';

/** What judges events. */
export const GATE_PROVIDERS: readonly Provider[] = [
  InboundGate,
  MentionGate,
  MentionPatterns,
  SenderGate,
  SelfChatEchoes,
];

import type { Provider } from '@nestjs/common';
import { Gate } from './gate.service.js';
import { MentionGate } from './mention-gate.service.js';
import { MentionPatterns } from './mention-patterns.js';
import { Reflections } from './reflections.service.js';
import { SenderGate } from './sender-gate.service.js';

/** What judges events. */
export const GATE_PROVIDERS: readonly Provider[] = [
  Gate,
  MentionGate,
  MentionPatterns,
  SenderGate,
  Reflections,
];

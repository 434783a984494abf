import type { Provider } from '@nestjs/common';
import { LoopBreaker } from './loop-breaker.service.js';
import { LoopBreaksRepository } from './loop-breaks.repository.js';
import { LoopBreaks } from './loop-breaks.service.js';

/** What ends the talk of programs with each other. */
export const LOOP_PROVIDERS: readonly Provider[] = [LoopBreaker, LoopBreaks, LoopBreaksRepository];

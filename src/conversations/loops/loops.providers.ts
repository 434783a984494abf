import type { Provider } from '@nestjs/common';
import { LoopBreaker } from './loop-breaker.service.js';
import { LoopBreaksRepository } from './loop-breaks.repository.js';
import { LoopBreaks } from './loop-breaks.service.js';

/** Providers of the loop breaker. */
export const LOOP_PROVIDERS: readonly Provider[] = [LoopBreaker, LoopBreaks, LoopBreaksRepository];

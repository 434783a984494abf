import { Module } from '@nestjs/common';
import { LoopBreaker } from './loop-breaker.service.js';
import { LoopBreaksRepository } from './loop-breaks.repository.js';
import { LoopBreaks } from './loop-breaks.service.js';

/** Ends conversations in which programs answer each other. */
@Module({ providers: [LoopBreaker, LoopBreaks, LoopBreaksRepository], exports: [LoopBreaker, LoopBreaks] })
export class LoopsModule {}

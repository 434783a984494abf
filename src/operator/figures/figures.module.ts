import { Module } from '@nestjs/common';
import { UsageModule } from '../../usage/index.js';
import { FiguresRepository } from './figures.repository.js';
import { Figures } from './figures.service.js';
import { MinuteCount } from './minute-count.service.js';
import { RollUpSchedule } from './roll-up-schedule.js';
import { RollUp } from './roll-up.service.js';
import { TracesRepository } from './traces.repository.js';

/** Figures over time: messages, latency, failures and tokens (ADR 0101). */
@Module({
  imports: [UsageModule],
  providers: [Figures, FiguresRepository, MinuteCount, RollUp, RollUpSchedule, TracesRepository],
  exports: [Figures],
})
export class FiguresModule {}

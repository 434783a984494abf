import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../access-control/index.js';
import { OperatorModule } from '../../operator/index.js';
import { EventsModule } from '../events/events.module.js';
import { LogReader } from './log-reader.service.js';
import { LogStreams } from './log-streams.service.js';
import { LogsController } from './logs.controller.js';

/** `/admin/v1/logs`: the last lines of the log. */
@Module({
  imports: [AccessControlModule, OperatorModule, EventsModule],
  controllers: [LogsController],
  providers: [LogReader, LogStreams],
})
export class LogsModule {}

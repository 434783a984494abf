import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { programFolder } from '../common/index.js';
import { ConsoleController } from './console.controller.js';
import { ConsoleFiles, ConsolePages } from './console-pages.service.js';

/** Serves the web console; everything it shows comes from the admin API (ADR 0099). */
@Module({
  controllers: [ConsoleController],
  providers: [
    ConsolePages,
    { provide: ConsoleFiles, useFactory: () => new ConsoleFiles(join(programFolder(), 'console')) },
  ],
  exports: [ConsolePages],
})
export class ConsoleModule {}

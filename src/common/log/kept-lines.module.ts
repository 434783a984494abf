import { type DynamicModule, Module } from '@nestjs/common';
import { KeptLines } from './kept-lines.js';

/** The last lines of the log. */
@Module({})
export class KeptLinesModule {
  static forRoot(kept: KeptLines): DynamicModule {
    return {
      module: KeptLinesModule,
      global: true,
      providers: [{ provide: KeptLines, useValue: kept }],
      exports: [KeptLines],
    };
  }
}

import { Module } from '@nestjs/common';
import { ConfigWatch } from './config-watch.js';

/** The application takes up changes of its file; needs ConfigModule and the metrics' Registry. */
@Module({ providers: [ConfigWatch] })
export class ConfigWatchModule {}

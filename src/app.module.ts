import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { LoggerModule } from 'nestjs-pino';
import { AccessControlModule } from './access-control/index.js';
import { AdminModule } from './admin/index.js';
import { BackupModule } from './backup/index.js';
import { ChannelsModule } from './channels/index.js';
import { ErrorFilter, KeptLinesModule, MetricsModule, validationPipe } from './common/index.js';
import { ConfigModule, ConfigWatchModule, type GatehouseConfig } from './config/index.js';
import { ConsoleModule } from './console/index.js';
import { InboundModule } from './inbound/index.js';
import { OperatorModule } from './operator/index.js';
import { AccountModule, DataApiModule, LimitsModule } from './data-api/index.js';
import { HealthModule } from './health/index.js';
import { ImbridgeModule } from './imbridge/index.js';
import { ListenerEnd, type Log } from './server/index.js';
import { OWN_SETUPS } from './app.sections.js';
import { PersistenceModule } from './persistence/index.js';
import { Plugins, PluginsModule } from './plugins/index.js';
import { UsageModule } from './usage/index.js';
import { WebchatModule } from './webchat/index.js';
import { WebhooksModule } from './webhooks/index.js';

/** Wires every module of the program; only the modules of plugins are added elsewhere (app.ts). */
@Module({})
export class AppModule {
  static forRoot(config: GatehouseConfig, log: Log, plugins = new Plugins()): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config),
        LoggerModule.forRoot(log.params),
        KeptLinesModule.forRoot(log.kept),
        MetricsModule,
        ConfigWatchModule,
        PersistenceModule,
        ChannelsModule,
        PluginsModule.forRoot(plugins, OWN_SETUPS),
        AccessControlModule,
        LimitsModule,
        // The router tries the routes in this order, so the modules with the busiest routes come first.
        DataApiModule,
        AccountModule,
        InboundModule,
        OperatorModule,
        UsageModule,
        WebhooksModule,
        AdminModule,
        BackupModule,
        HealthModule,
        ImbridgeModule,
        WebchatModule,
        ConsoleModule,
      ],
      providers: [
        ListenerEnd,
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_PIPE, useFactory: validationPipe },
      ],
    };
  }
}

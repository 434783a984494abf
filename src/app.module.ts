import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AccessControlModule } from './access-control/index.js';
import { AdminModule } from './admin/index.js';
import { ChannelsModule } from './channels/index.js';
import { ErrorFilter, JsonBodyInterceptor, MetricsModule, validationPipe } from './common/index.js';
import { ConfigModule, ConfigWatchModule, type GatehouseConfig } from './config/index.js';
import { ConversationsModule } from './conversations/index.js';
import { AccountModule, DataApiModule, LimitsModule } from './data-api/index.js';
import { HealthModule } from './health/index.js';
import { ImbridgeModule } from './imbridge/index.js';
import { ListenerEnd } from './listener-end.js';
import { loggerModule } from './logger.module.js';
import { PersistenceModule } from './persistence/index.js';

/** The only file that knows all modules. */
@Module({})
export class AppModule {
  static forRoot(config: GatehouseConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config),
        loggerModule(config),
        MetricsModule,
        ConfigWatchModule,
        PersistenceModule,
        ChannelsModule,
        AccessControlModule,
        LimitsModule,
        ConversationsModule,
        AdminModule,
        AccountModule,
        DataApiModule,
        HealthModule,
        ImbridgeModule,
      ],
      providers: [
        ListenerEnd,
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_INTERCEPTOR, useClass: JsonBodyInterceptor },
        { provide: APP_PIPE, useFactory: validationPipe },
      ],
    };
  }
}

import { type DynamicModule, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { json } from 'express';
import { AccessControlModule } from './access-control/index.js';
import { AdminModule } from './admin/index.js';
import { ChannelsModule } from './channels/index.js';
import { ErrorFilter, MetricsModule, validationPipe } from './common/index.js';
import { ConfigModule, type GatehouseConfig } from './config/index.js';
import { ConversationsModule } from './conversations/index.js';
import { HealthModule } from './health/index.js';
import { ImbridgeModule } from './imbridge/index.js';
import { loggerModule } from './logger.module.js';
import { PersistenceModule } from './persistence/index.js';

/** Bodies of the admin API are small. */
const MAX_JSON_BODY = '256kb';

/** The only file that knows all modules. */
@Module({})
export class AppModule implements NestModule {
  static forRoot(config: GatehouseConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config),
        loggerModule(config),
        MetricsModule,
        PersistenceModule,
        ChannelsModule,
        AccessControlModule,
        ConversationsModule,
        AdminModule,
        HealthModule,
        ImbridgeModule.forRoot(config),
      ],
      providers: [
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_PIPE, useFactory: validationPipe },
      ],
    };
  }

  /** Bodies are parsed only where a JSON API is; a webhook reads its own, once it knows the caller. */
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(json({ limit: MAX_JSON_BODY, strict: true })).forRoutes('admin/v1/{*path}');
  }
}

import { type DynamicModule, Module } from '@nestjs/common';
import type { GatehouseConfig } from '../config/index.js';
import { ImbridgeAccounts, settingsFrom } from './imbridge.accounts.js';
import { WebhookLimits } from './imbridge.body.js';
import { ImbridgeConnector } from './imbridge.connector.js';
import { ImbridgeWebhookGuard } from './imbridge.guard.js';
import { imbridgeWebhookController } from './imbridge.inbound.js';
import { GatewayOrigin } from './imbridge.origin.js';
import { webhookKeyOf } from './imbridge.settings.js';

/**
 * The built-in connector to a desktop messaging bridge. Needs `GatehouseConfig`, `Clock` and `ConnectorState`
 * from global modules, and an application created without a body parser.
 */
@Module({})
export class ImbridgeModule {
  /** @param config tells the webhook paths, which routes need before anything can be injected. */
  static forRoot(config: GatehouseConfig): DynamicModule {
    const paths = new Set(settingsFrom(config).map(({ webhookPath }) => webhookKeyOf(webhookPath)));
    return {
      module: ImbridgeModule,
      controllers: paths.size === 0 ? [] : [imbridgeWebhookController([...paths])],
      providers: [ImbridgeConnector, ImbridgeAccounts, ImbridgeWebhookGuard, GatewayOrigin, WebhookLimits],
    };
  }
}

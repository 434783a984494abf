import { Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost, ModuleRef } from '@nestjs/core';
import { useEarly } from '../common/index.js';
import { ImbridgeAccounts } from './account/accounts.js';
import { WebhookLimits } from './webhook/body.js';
import { ImbridgeConnector } from './imbridge.connector.js';
import { ImbridgeWebhookGuard } from './webhook/webhook.guard.js';
import { ImbridgeWebhookController } from './webhook/webhook.controller.js';
import { GatewayOrigin } from './upkeep/gateway-origin.js';
import { webhookPaths } from './webhook/webhook-paths.js';

/**
 * The built-in connector to a desktop messaging bridge. Needs `GatehouseConfig`, `Clock` and `ConnectorState`
 * from global modules, and an application created without a body parser.
 */
@Module({
  controllers: [ImbridgeWebhookController],
  providers: [ImbridgeConnector, ImbridgeAccounts, ImbridgeWebhookGuard, GatewayOrigin, WebhookLimits],
})
export class ImbridgeModule implements NestModule {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly accounts: ImbridgeAccounts,
    private readonly module: ModuleRef,
  ) {}

  /** Nest calls this before it creates the routes, so webhooks take precedence over routes. */
  configure(): void {
    const controller = this.module.get(ImbridgeWebhookController);
    useEarly(this.host.httpAdapter, webhookPaths(this.accounts, controller));
  }
}

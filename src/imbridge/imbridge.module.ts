import { Module } from '@nestjs/common';
import { ImbridgeAccounts } from './account/accounts.js';
import { ImbridgeConnector } from './imbridge.connector.js';
import { GatewayOrigin } from './upkeep/gateway-origin.js';
import { ImbridgeWebhook, WebhookLimits } from './webhook/webhook.js';
import { WebhookAuthenticator } from './webhook/webhook-authenticator.js';

/**
 * The built-in connector to a desktop messaging bridge. Needs `GatehouseConfig`, `Clock` and `ConnectorState`
 * from global modules.
 */
@Module({
  providers: [
    ImbridgeConnector,
    ImbridgeAccounts,
    ImbridgeWebhook,
    WebhookAuthenticator,
    GatewayOrigin,
    WebhookLimits,
  ],
})
export class ImbridgeModule {}

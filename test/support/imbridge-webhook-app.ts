import { Global, type INestApplication, Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { AddressInfo } from 'node:net';
import { ConnectorState, type InboundSink } from '../../src/channels/index.js';
import { Clock, SystemClock } from '../../src/common/index.js';
import { checkConfig, ConfigModule, CORE_SECTIONS, readEnvironment } from '../../src/config/index.js';
import { ImbridgeAccounts } from '../../src/imbridge/account/accounts.js';
import { ImbridgeConnector } from '../../src/imbridge/imbridge.connector.js';
import { IMBRIDGE, ImbridgeModule } from '../../src/imbridge/index.js';
import { EdgeAdapter, serveWebhooks } from '../../src/server/index.js';
import { MemoryState } from './imbridge.js';

export interface WebhookFixture {
  readonly app: INestApplication;
  readonly url: string;
  readonly connector: ImbridgeConnector;
  readonly accounts: ImbridgeAccounts;
  readonly state: MemoryState;
}

export interface WebhookOptions {
  readonly imbridge: Record<string, unknown>;
  readonly gateway?: Record<string, unknown>;
  readonly clock?: Clock;
}

/** The connector's module in a separate application, listening on a free port. */
export async function startWebhookApp(options: WebhookOptions): Promise<WebhookFixture> {
  const raw = { gateway: { port: 0, ...options.gateway }, channels: { imbridge: options.imbridge } };
  const config = checkConfig([...CORE_SECTIONS, IMBRIDGE], raw, readEnvironment({}));
  const state = new MemoryState();
  const providers = [
    { provide: ConnectorState, useValue: state },
    { provide: Clock, useValue: options.clock ?? new SystemClock() },
  ];
  @Global()
  @Module({ providers, exports: providers })
  class Ground {}

  const testing = Test.createTestingModule({
    imports: [ConfigModule.forRoot(config), Ground, ImbridgeModule],
  });
  const adapter = new EdgeAdapter();
  const app = (await testing.compile()).createNestApplication<NestExpressApplication>(adapter, {
    bodyParser: false,
    logger: false,
  });
  app.set('trust proxy', options.gateway?.trustedProxies ?? false);
  const connector = app.get(ImbridgeConnector);
  serveWebhooks(adapter, config, () => connector.webhooks());
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const accounts = app.get(ImbridgeAccounts);
  return { app, url: `http://127.0.0.1:${port}`, connector, accounts, state };
}

/** Connects all accounts without the duty of upkeep, so that a message does not wait for a bridge that is not there. */
export function connectAll({ accounts, connector }: WebhookFixture, sink: InboundSink): void {
  for (const { settings } of accounts.all()) {
    connector.setUpkeep(settings.account, false);
    connector.connect(settings.account, sink);
  }
}

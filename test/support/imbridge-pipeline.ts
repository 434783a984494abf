import { Module, type Provider } from '@nestjs/common';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { ImbridgeAccounts } from '../../src/imbridge/account/accounts.js';
import { ImbridgeConnector } from '../../src/imbridge/imbridge.connector.js';
import { IMBRIDGE } from '../../src/imbridge/index.js';
import { ImbridgeWebhook } from '../../src/imbridge/webhook/webhook.js';
import { GatewayOrigin } from '../../src/imbridge/upkeep/gateway-origin.js';
import { BridgeSimulator, type BridgeSimulatorOptions, type WebhookBody } from '../../simulators/index.js';
import { eventually } from './eventually.js';
import type { Pipeline, PipelineOptions } from './pipeline.js';
import type { PipelineWorld } from './pipeline-world.js';

/** The complete pipeline between the simulated bridge and a scripted assistant, with the real connector. */
export class ImbridgePipeline {
  private constructor(
    readonly bridge: BridgeSimulator,
    readonly pipeline: Pipeline,
    private readonly endpoint: Server,
  ) {}

  static async start(
    world: PipelineWorld,
    imbridge: Record<string, unknown> = {},
    { config = {}, ...options }: PipelineOptions & { readonly bridge?: BridgeSimulatorOptions } = {},
  ): Promise<ImbridgePipeline> {
    const bridge = await BridgeSimulator.start({
      echoDelayMs: [0, 2],
      deliveryReceipts: false,
      ...options.bridge,
    });
    const account = { enabled: true, serverUrl: bridge.url, password: bridge.password, ...imbridge };
    const accounts: { of?: ImbridgeAccounts } = {};
    const endpoint = await openEndpoint((body) =>
      accounts.of?.find(DEFAULT_ACCOUNT)?.receive(body.type, body.data),
    );
    const origin = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
    const pipeline = await world.start({
      ...options,
      config: { ...config, channels: { imbridge: account } },
      channel: { module: channelAt(origin), section: IMBRIDGE },
    });
    accounts.of = pipeline.module.get(ImbridgeAccounts);
    await eventually(() => bridge.webhooks.length === 1, { what: 'the webhook' });
    return new ImbridgePipeline(bridge, pipeline, endpoint);
  }

  /** Receives an event as a webhook of the bridge does. */
  async receive({ type, data }: WebhookBody): Promise<void> {
    await this.pipeline.module.get(ImbridgeAccounts).find(DEFAULT_ACCOUNT)?.receive(type, data);
  }

  /** Messages sent through the bridge: the chat and the text. */
  get sent(): readonly (readonly [string, string | null])[] {
    return this.bridge.sentMessages().map(({ chat, text: said }) => [chat.guid, said]);
  }

  async stop(): Promise<void> {
    this.endpoint.close();
    await this.bridge.stop();
  }
}

/** The connector without its webhook, which needs a whole application. */
function channelAt(origin: string) {
  const there: Provider = { provide: GatewayOrigin, useValue: { forBridge: async () => origin } };
  const webhook: Provider = { provide: ImbridgeWebhook, useValue: { declared: () => [] } };
  @Module({ providers: [ImbridgeConnector, ImbridgeAccounts, webhook, there] })
  class Channel {}
  return Channel;
}

function openEndpoint(take: (body: WebhookBody) => Promise<void> | undefined): Promise<Server> {
  const endpoint = createServer((request, response) => {
    text(request)
      .then(async (body) => take(JSON.parse(body) as WebhookBody))
      .then(
        () => response.end('ok'),
        () => response.writeHead(503).end(),
      );
  });
  return new Promise((resolve) => endpoint.listen(0, '127.0.0.1', () => resolve(endpoint)));
}

/** Parameters of {@link ImbridgePipeline.start} after the world. */
export type StartParameters =
  Parameters<typeof ImbridgePipeline.start> extends [unknown, ...infer R] ? R : never;

import { BridgeSimulator, lastUserText, ModelSimulator } from '../../../simulators/index.js';
import { eventually } from '../../support/eventually.js';
import { GatewayProcess } from './gateway-process.js';

/** A gateway between a simulated bridge and a simulated model, which quotes the question in its answer. */
export interface ImbridgeGateway {
  readonly bridge: BridgeSimulator;
  readonly model: ModelSimulator;
  readonly gateway: GatewayProcess;
  stop(): Promise<void>;
}

/**
 * Resolves when the gateway has registered its webhook.
 * @param imbridge settings besides the bridge's address and password
 * @param config settings besides the agent and the channel
 */
export async function startImbridgeGateway(
  imbridge: Record<string, unknown>,
  config: Record<string, unknown> = {},
): Promise<ImbridgeGateway> {
  const bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10], deliveryReceipts: false });
  const model = await ModelSimulator.start({ reply: (request) => `answer to: ${lastUserText(request)}` });
  const runtime = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm', apiKey: 'model-key' };
  const account = { serverUrl: bridge.url, password: bridge.password, ...imbridge };
  const agents = { list: [{ id: 'main', runtime }] };
  const gateway = new GatewayProcess({ agents, ...config, channels: { imbridge: account } });
  await gateway.start();
  await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
  const stop = async () => {
    await gateway.dispose();
    await Promise.all([bridge.stop(), model.stop()]);
  };
  return { bridge, model, gateway, stop };
}

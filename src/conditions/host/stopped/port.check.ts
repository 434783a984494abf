import { createServer } from 'node:net';
import { type Check, errorText, type Finding } from '../../../common/index.js';
import { GATEWAY, type GatehouseConfig } from '../../../config/index.js';
import { condition, ok } from '../../condition.js';

/** A listener of the next start. */
interface Place {
  /** The path of the setting that has the port. */
  readonly setting: string;
  readonly host: string;
  readonly port: number;
}

/**
 * Whether the next start gets its ports.
 * @param isRunning whether a gateway is there that does not answer: it has them
 */
export const portCheck = (config: GatehouseConfig | undefined, isRunning: () => Promise<boolean>): Check => ({
  id: 'port',
  run: async () => (config && !(await isRunning()) ? Promise.all(placesIn(config).map(findingOf)) : []),
});

function placesIn(config: GatehouseConfig): readonly Place[] {
  const { host, port } = config.get(GATEWAY);
  return [{ setting: 'gateway.port', host, port }, ...channelPlaces(config, host)];
}

interface ChannelSettings {
  readonly enabled?: boolean;
  readonly webhook?: { readonly host?: string; readonly port?: unknown };
}

/** Channels with a listener of their own have `webhook.port`. */
function channelPlaces(config: GatehouseConfig, usualHost: string): readonly Place[] {
  const { channels = {} } = config.tree() as { channels?: Record<string, ChannelSettings> };
  return Object.entries(channels).flatMap(([name, { enabled, webhook = {} }]) => {
    const { host = usualHost, port } = webhook;
    const isUsed = enabled !== false && config.present(`channels.${name}`);
    return isUsed && typeof port === 'number'
      ? [{ setting: `channels.${name}.webhook.port`, host, port }]
      : [];
  });
}

async function findingOf({ setting, host, port }: Place): Promise<Finding> {
  const place = `${host}:${port}`;
  if (port === 0) return ok(`${setting}: any free port is used`);
  const problem = await listening(host, port);
  if (problem === undefined) return ok(`${place} is free`);
  const why = problem.code === 'EADDRINUSE' ? 'another program listens there' : errorText(problem);
  return condition('port-taken', `${place} cannot be used: ${why}`, { state: 'failed', facts: { setting } });
}

/** Listens for a moment. @returns the reason why it cannot */
const listening = (host: string, port: number): Promise<NodeJS.ErrnoException | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });

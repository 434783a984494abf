import { createServer } from 'node:net';
import { type Check, errorText, type Finding } from '../../../common/index.js';
import { GATEWAY, type GatehouseConfig } from '../../../config/index.js';
import { faultFound, ok } from '../../faults.js';

/** Whether the next start gets its port. */
export const portCheck = (config: GatehouseConfig | undefined): Check => ({
  id: 'port',
  async run() {
    if (!config) return [];
    const { host, port } = config.get(GATEWAY);
    return [port === 0 ? ok('any free port is taken') : await findingOf(host, port)];
  },
});

async function findingOf(host: string, port: number): Promise<Finding> {
  const place = `${host}:${port}`;
  const problem = await listening(host, port);
  if (problem === undefined) return ok(`${place} is free`);
  const why = problem.code === 'EADDRINUSE' ? 'another program listens there' : errorText(problem);
  return faultFound('port-taken', `${place} cannot be used: ${why}`, { state: 'failed' });
}

/** Listens for a moment. @returns the reason why it cannot */
const listening = (host: string, port: number): Promise<NodeJS.ErrnoException | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });

import { BridgeSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { Chats } from './support/chats.js';
import { GatewayProcess } from './support/gateway-process.js';

const CHATS = 8;

describe('the built gateway on PostgreSQL', () => {
  let server: PostgresServer;
  let bridge: BridgeSimulator;
  let gateway: GatewayProcess;
  let chats: Chats;

  beforeAll(async () => {
    server = await startPostgres();
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 30] });
    chats = new Chats(bridge, CHATS);
    gateway = new GatewayProcess(
      {
        session: { dmScope: 'per-sender' },
        channels: { imbridge: { serverUrl: bridge.url, password: bridge.password, dmPolicy: 'open' } },
      },
      { env: { DATABASE_URL: server.url } },
    );
    await gateway.start();
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
  });
  afterAll(async () => {
    await gateway.dispose();
    await bridge.stop();
    await server.remove();
  });

  const write = () => chats.writeInAll();
  const allAnsweredOnce = () => chats.allAnsweredOnce(gateway);
  const status = async (path: string) => (await fetch(`${gateway.url}${path}`)).status;

  it('answers every message once and in order', async () => {
    for (let n = 0; n < 5; n++) write();
    await allAnsweredOnce();
  }, 60_000);

  it('answers 503 while the database is unavailable, then continues and sends nothing twice', async () => {
    write();
    const before = chats.answered;
    await eventually(() => chats.answered > before);
    await server.crash();
    await eventually(async () => (await status('/readyz')) === 503, { what: 'a red /readyz' });
    expect(await status('/healthz')).toBe(200);
    const { status: list, body } = await gateway.admin('GET', '/deliveries');
    expect([list, (body.error as { code: string }).code]).toEqual([503, 'UNAVAILABLE']);
    const attempts = bridge.deliveries.length;
    write();
    const refused = () => bridge.deliveries.slice(attempts).filter(({ outcome }) => outcome === 503);
    await eventually(() => refused().length >= CHATS, { what: 'webhooks answered with 503' });
    await server.start();
    await eventually(async () => (await status('/readyz')) === 200, { what: 'a green /readyz' });
    await allAnsweredOnce();
    write();
    await allAnsweredOnce();
    expect(gateway.isRunning).toBe(true);
    expect(await gateway.terminate()).toBe(0);
  }, 90_000);
});

import { BridgeSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { GatewayProcess } from './support/gateway-process.js';

const CHATS = 8;
const address = (chat: number) => `+1202555${String(100 + chat).padStart(4, '0')}`;

describe('the built gateway on PostgreSQL', () => {
  let server: PostgresServer;
  let bridge: BridgeSimulator;
  let gateway: GatewayProcess;
  const written: string[][] = Array.from({ length: CHATS }, () => []);

  beforeAll(async () => {
    server = await startPostgres();
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 30] });
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

  const write = () => {
    for (let chat = 0; chat < CHATS; chat++) {
      const text = `message ${written[chat]!.length} of chat ${chat}`;
      written[chat]!.push(text);
      bridge.receiveText({ from: address(chat), text });
    }
  };
  const answers = (chat: number) =>
    bridge.sentMessages(bridge.directChat(address(chat)).guid).map(({ text }) => text);
  const answered = () => written.reduce((sum, _texts, chat) => sum + answers(chat).length, 0);
  const total = () => written.reduce((sum, texts) => sum + texts.length, 0);
  const allAnsweredOnce = async () => {
    await eventually(() => answered() >= total(), { timeoutMs: 60_000, what: `${total()} answers` });
    await eventually(
      async () => {
        const { body } = await gateway.admin('GET', '/status');
        return Object.values(body.jobs as Record<string, number>).every((waiting) => waiting === 0);
      },
      { what: 'an empty queue' },
    );
    for (let chat = 0; chat < CHATS; chat++)
      expect(answers(chat)).toEqual(written[chat]!.map((text) => `echo: ${text}`));
  };
  const status = async (path: string) => (await fetch(`${gateway.url}${path}`)).status;

  it('answers every message once and in order', async () => {
    for (let n = 0; n < 5; n++) write();
    await allAnsweredOnce();
  }, 60_000);

  it('answers 503 while the database is unavailable, continues by itself when it is back, and sends nothing twice', async () => {
    write();
    const before = answered();
    await eventually(() => answered() > before);
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

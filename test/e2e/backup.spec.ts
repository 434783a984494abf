import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BridgeSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { emptyDatabaseOn } from './support/empty-database.js';
import { GatewayProcess } from './support/gateway-process.js';

const CHATS = 5;
const PASSPHRASE = 'correct horse battery staple';
const address = (chat: number) => `+1202555${String(100 + chat).padStart(4, '0')}`;

describe('a machine that died', () => {
  let bridge: BridgeSimulator;
  let folder: string;
  const written: string[] = [];
  const cleanup: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    written.splice(0);
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-backups-'));
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 30] });
    cleanup.push(
      () => bridge.stop(),
      async () => rmSync(folder, { recursive: true }),
    );
  });
  afterEach(async () => {
    for (const release of cleanup.splice(0).reverse()) await release();
  });

  /** A machine with an empty state dir, and with a database of its own on a server if there is one. */
  async function machine(server: PostgresServer | undefined): Promise<GatewayProcess> {
    const gateway = new GatewayProcess({});
    cleanup.push(() => gateway.dispose());
    if (server) gateway.variables.DATABASE_URL = await emptyDatabaseOn(server);
    return gateway;
  }

  function configure(gateway: GatewayProcess, backup: object): void {
    const file = join(gateway.stateDir, 'secrets', 'bridge');
    mkdirSync(join(gateway.stateDir, 'secrets'));
    writeFileSync(file, bridge.password);
    const imbridge = { serverUrl: bridge.url, password: { file }, dmPolicy: 'open' };
    // These people write faster than anybody does.
    const messages = { loopBreaker: { rounds: 0 } };
    gateway.reconfigure({ session: { dmScope: 'per-sender' }, messages, backup, channels: { imbridge } });
  }

  const write = () => {
    const text = `message ${written.length}`;
    const chat = written.push(text) % CHATS;
    bridge.receiveText({ from: address(chat), text });
  };
  const answers = () =>
    Array.from({ length: CHATS }, (_unused, chat) => bridge.directChat(address(chat)).guid)
      .flatMap((chat) => bridge.sentMessages(chat))
      .map(({ text }) => text ?? '');
  const times = (text: string) => answers().filter((each) => each === `echo: ${text}`).length;

  /** Writes the next message when another is answered, until the signal is aborted. */
  async function load(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      write();
      const before = answers().length;
      await eventually(() => signal.aborted || answers().length > before, { timeoutMs: 60_000 });
    }
  }

  /** The path of a backup that was made while messages flow. */
  const MADE = {
    'the gateway itself': async (): Promise<string> => {
      await eventually(() => backups().some((name) => name.endsWith('.backup')), {
        timeoutMs: 60_000,
        what: 'the backup',
      });
      return join(folder, backups()[0]!);
    },
    'a person': async (gateway: GatewayProcess): Promise<string> => {
      writeFileSync(join(folder, 'passphrase'), `${PASSPHRASE}\n`);
      const file = join(folder, 'mine');
      const { code, stderr } = await gateway.cli(
        ...['backup', 'create', file, '--passphrase-file', join(folder, 'passphrase')],
      );
      expect([code, stderr]).toEqual([0, '']);
      return file;
    },
  };
  const backups = (): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

  it.each([
    ['SQLite', 'the gateway itself', async (): Promise<PostgresServer | undefined> => undefined],
    [
      'PostgreSQL',
      'a person',
      async () => {
        const server = await startPostgres();
        cleanup.push(() => server.remove());
        return server;
      },
    ],
  ] as const)(
    'goes on elsewhere from a backup on %s by %s, and answers nobody twice beyond what it says',
    async (_, maker, serve) => {
      const server: PostgresServer | undefined = await serve();
      const first = await machine(server);
      configure(first, {
        ...(maker === 'the gateway itself' && { everyHours: 1, passphrase: PASSPHRASE }),
        folder,
      });
      await first.start();
      const end = new AbortController();
      const loaded = load(end.signal);
      await eventually(() => answers().length >= 10, { timeoutMs: 60_000, what: 'load' });
      expect(backups()).toEqual([]);
      const known = answers();
      const file = await MADE[maker](first);
      await eventually(() => answers().length > known.length + 5, { timeoutMs: 60_000, what: 'more' });
      await first.kill();
      end.abort();
      await loaded;

      const second = await machine(server);
      writeFileSync(join(folder, 'passphrase'), `${PASSPHRASE}\n`);
      const { code, stdout, stderr } = await second.cli(
        ...['backup', 'restore', file, '--passphrase-file', join(folder, 'passphrase')],
      );
      expect([code, stderr, stdout]).toEqual([0, '', expect.stringContaining('Restored')]);
      expect(second.token).toBe(first.token);
      const config = readFileSync(join(second.stateDir, 'gatehouse.json'), 'utf8');
      second.reconfigure(JSON.parse(config) as Record<string, unknown>);
      await second.start();
      for (let chat = 0; chat < CHATS; chat++) write();
      await eventually(() => written.every((text) => times(text) > 0), {
        timeoutMs: 60_000,
        what: 'an answer to all',
      });
      await eventually(() => second.isIdle(), { what: 'an empty queue' });
      // The backup has no record of what was answered after it.
      for (const answer of known) expect([answer, times(answer.replace('echo: ', ''))]).toEqual([answer, 1]);
      for (const text of written.slice(-CHATS)) expect([text, times(text)]).toEqual([text, 1]);
      expect(Math.max(...written.map(times))).toBeLessThanOrEqual(2);
    },
    180_000,
  );
});

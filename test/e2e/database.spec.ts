import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import SqliteHandle from 'better-sqlite3';
import { BridgeSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { startPostgres } from '../support/postgres-server.js';
import { emptyDatabaseOn } from './support/empty-database.js';
import { GatewayProcess } from './support/gateway-process.js';
import { programFile } from './support/program.js';

const CHATS = 10;
const address = (chat: number) => `+1202555${String(100 + chat).padStart(4, '0')}`;

describe('moving a database', () => {
  let bridge: BridgeSimulator;
  const cleanup: (() => Promise<void>)[] = [];
  const written: string[][] = Array.from({ length: CHATS }, () => []);

  beforeEach(async () => {
    written.forEach((texts) => texts.splice(0));
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 30] });
    cleanup.push(() => bridge.stop());
  });
  afterEach(async () => {
    for (const release of cleanup.splice(0).reverse()) await release();
  });

  function make(): GatewayProcess {
    const gateway = new GatewayProcess({
      session: { dmScope: 'per-sender' },
      channels: { imbridge: { serverUrl: bridge.url, password: bridge.password, dmPolicy: 'open' } },
    });
    cleanup.push(() => gateway.dispose());
    return gateway;
  }
  const write = (chat: number) => {
    const text = `message ${written[chat]!.length} of chat ${chat}`;
    written[chat]!.push(text);
    bridge.receiveText({ from: address(chat), text });
  };
  const writeAll = () => written.forEach((_texts, chat) => write(chat));
  const answers = (chat: number) =>
    bridge.sentMessages(bridge.directChat(address(chat)).guid).map(({ text }) => text);
  const allAnswers = () => written.flatMap((_texts, chat) => answers(chat));
  const expected = () => written.flat().map((text) => `echo: ${text}`);
  const times = (answer: string) => allAnswers().filter((text) => text === answer).length;
  const done = async (command: Promise<{ code: number; stdout: string; stderr: string }>) => {
    const { code, stdout, stderr } = await command;
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  };

  /** Each gateway has its own database, on a shared server. */
  const BACKUPS = [
    ['SQLite', async () => undefined],
    [
      'PostgreSQL',
      async () => {
        const server = await startPostgres();
        cleanup.push(() => server.remove());
        return server;
      },
    ],
  ] as const;

  it.each(BACKUPS)(
    'an export under load restores to a working gateway, on %s',
    async (_, serve) => {
      const server = await serve();
      const makeWithDatabase = async () => {
        const gateway = make();
        if (server) gateway.variables.DATABASE_URL = await emptyDatabaseOn(server);
        return gateway;
      };
      const first = await makeWithDatabase();
      await first.start();
      const file = join(first.stateDir, 'backup.gz');
      const end = new AbortController();
      const writer = (async () => {
        for (let n = 0; !end.signal.aborted; n++) {
          write(n % CHATS);
          const before = allAnswers().length;
          await eventually(() => end.signal.aborted || allAnswers().length > before, { timeoutMs: 60_000 });
        }
      })();
      await eventually(() => allAnswers().length >= 50, { timeoutMs: 60_000, what: 'load' });
      const known = allAnswers();
      expect(await done(first.cli('db', 'export', file))).toMatch(/Exported \d+ rows/);
      expect(allAnswers().length).toBeGreaterThan(known.length);
      // The machine is lost, with all data newer than the backup.
      await first.kill();
      end.abort();
      await writer;

      const second = await makeWithDatabase();
      expect(await done(second.cli('db', 'import', file))).toContain('all row counts match');
      await second.start();
      writeAll();
      await eventually(() => expected().every((answer) => times(answer) > 0), {
        timeoutMs: 60_000,
        what: 'an answer to all',
      });
      await eventually(() => second.isIdle(), { what: 'an empty queue' });
      // Messages answered before the backup are not answered again, nor are new ones answered twice. The snapshot has
      // no record of the messages between the two.
      expect(known).not.toEqual([]);
      for (const answer of known) expect([answer, times(answer!)]).toEqual([answer, 1]);
      for (const texts of written) expect(times(`echo: ${texts.at(-1)!}`)).toBe(1);
      const counts = written.flat().map((text) => times(`echo: ${text}`));
      expect(Math.max(...counts)).toBeLessThanOrEqual(2);
    },
    180_000,
  );

  it('from SQLite to PostgreSQL takes waiting work along, which is done there', async () => {
    const server = await startPostgres();
    cleanup.push(() => server.remove());
    const gateway = make();
    await gateway.start();
    writeAll();
    await eventually(() => allAnswers().length === CHATS, { timeoutMs: 60_000, what: 'the first answers' });
    bridge.faults.sends.all({ kind: 'refused' });
    writeAll();
    await eventually(
      async () => {
        const { body } = await gateway.admin('GET', '/status');
        return (body.deliveries as { open: number }).open === CHATS;
      },
      { what: 'deliveries that wait' },
    );
    const refused = await gateway.cli('db', 'migrate');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('another Gatehouse process')]);
    expect(await gateway.terminate()).toBe(0);

    const file = join(gateway.stateDir, 'move.gz');
    await done(gateway.cli('db', 'export', file));
    gateway.variables.DATABASE_URL = server.url;
    expect(JSON.parse(await done(gateway.cli('db', 'migrate', '--json')))).toMatchObject({
      dialect: 'postgres',
    });
    const moved = JSON.parse(await done(gateway.cli('db', 'import', file, '--json'))) as {
      tables: Record<string, number>;
    };
    expect(moved.tables.jobs).toBeGreaterThan(0);
    const again = await gateway.cli('db', 'import', file);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is not empty')]);

    bridge.faults.sends.clear();
    await gateway.start();
    writeAll();
    await eventually(() => allAnswers().length >= 3 * CHATS, { timeoutMs: 90_000, what: 'all answers' });
    await eventually(() => gateway.isIdle(), { what: 'an empty queue' });
    written.forEach((texts, chat) => expect(answers(chat)).toEqual(texts.map((text) => `echo: ${text}`)));
    expect(await gateway.terminate()).toBe(0);
  }, 180_000);
});

describe('the installed checkpoint thread', () => {
  it('copies the whole log, and ends after the message "finish"', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-log-'));
    const db = new SqliteHandle(join(folder, 'db'));
    db.exec('pragma journal_mode = wal; create table kept (name text)');
    const thread = new Worker(programFile('persistence/sqlite/checkpoint.worker.js'), {
      workerData: db.name,
      env: {},
    });
    const ended = once(thread, 'exit');
    const [most] = (await once(thread, 'message')) as [{ log: number; checkpointed: number }];
    expect(most.checkpointed).toBe(most.log);
    db.exec("insert into kept values ('a')");
    thread.postMessage('finish');
    const [all] = (await once(thread, 'message')) as [{ log: number; checkpointed: number }];
    expect([all.log, all.checkpointed]).toEqual([1, 1]);
    await ended;
    db.close();
    rmSync(folder, { recursive: true });
  });
});

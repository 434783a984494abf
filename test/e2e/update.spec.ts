import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { latestMigration } from '../../src/persistence/migrations/index.js';
import { BridgeSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { environment, execFile } from '../support/programs.js';
import { ReleaseFeed } from './support/release-feed.js';
import { UnitManager } from './support/unit-manager.js';

/** A sender for each message, whose chat has one answer then. */
const senderOf = (message: number) => `+1202556${String(message).padStart(4, '0')}`;

describe('an update of an installed program, while messages arrive', () => {
  const home = mkdtempSync(join(tmpdir(), 'gatehouse-update-'));
  const at = (name: string) => join(home, name);
  const env = () =>
    environment({
      HOME: home,
      PATH: `${at('bin')}:${process.env.PATH ?? ''}`,
      GATEHOUSE_STATE_DIR: at('state'),
      XDG_CONFIG_HOME: at('.config'),
    });
  let feed: ReleaseFeed;
  let bridge: BridgeSimulator;
  let manager: UnitManager;
  let sender: NodeJS.Timeout;
  let sent = 0;

  beforeAll(async () => {
    feed = new ReleaseFeed(at('feed'), latestMigration());
    await feed.publish('1.0.0');
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10] });
    mkdirSync(at('state'));
    const imbridge = { serverUrl: bridge.url, password: bridge.password, dmPolicy: 'open' };
    const config = { gateway: { port: await freePort() }, channels: { imbridge } };
    writeFileSync(at('state/gatehouse.json'), JSON.stringify(config));
    manager = await UnitManager.open(at('bin'), at('.config/systemd/user/gatehouse.service'), env());
    await execFile('sh', [at('feed/install.sh'), 'install'], { env: env() });
    await gatehouse('service', 'install', '--user');
    await eventually(isReady, { what: `the first start\n${manager.output}` });
    sender = setInterval(() => bridge.receiveText({ from: senderOf(++sent), text: 'hello' }), 500);
  });
  afterAll(async () => {
    clearInterval(sender);
    await manager.close();
    await bridge.stop();
    rmSync(home, { recursive: true });
  });

  const gatehouse = async (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> => {
    try {
      const { stdout, stderr } = await execFile(at('.local/bin/gatehouse'), args, { env: env() });
      return { code: 0, stdout, stderr };
    } catch (error) {
      return error as { code: number; stdout: string; stderr: string };
    }
  };
  const update = (...args: string[]) =>
    gatehouse('update', 'install', '--feed', feed.folder, '--yes', ...args);
  const isReady = async () => {
    if (!existsSync(at('state/gateway.json'))) return false;
    const { url } = JSON.parse(readFileSync(at('state/gateway.json'), 'utf8')) as { url: string };
    return fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  const running = async () => {
    const { stdout } = await gatehouse('status', '--json');
    return (JSON.parse(stdout) as { version: string }).version;
  };
  const schema = () => {
    const db = new SqliteHandle(at('state/gatehouse.db'), { readonly: true });
    const row = db.prepare('select max(name) as name from kysely_migration').get() as { name: string };
    db.close();
    return row.name;
  };
  /** Every message so far has exactly one answer. */
  const allAnswered = async () => {
    const chats = Array.from({ length: sent }, (_, index) => bridge.directChat(senderOf(index + 1)).guid);
    const answers = () =>
      chats.map((chat) =>
        bridge
          .sentMessages(chat)
          .map(({ text }) => text)
          .join(),
      );
    const isDone = () => answers().every((each) => each !== '');
    await eventually(isDone, { what: `all answers\n${manager.output.slice(-2_000)}` });
    expect(answers()).toEqual(chats.map(() => 'echo: hello'));
  };

  it('is switched back automatically where the new release does not start', async () => {
    await feed.publish('1.0.1', { isMigrated: true, isBroken: true });
    const { code, stderr } = await update();
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^gatehouse: 1\.0\.1 was not installed: the gateway was started, but it failed\. .*\n1\.0\.0 is in use again/,
      ),
    ]);
    expect([await running(), schema()]).toEqual(['1.0.0', latestMigration()]);
    await allAnswered();
  });

  it('backs up, migrates and runs, by the service as it was', async () => {
    await feed.publish('1.1.0', { isMigrated: true });
    const unit = readFileSync(at('.config/systemd/user/gatehouse.service'), 'utf8');
    const { code, stdout, stderr } = await update('--json');
    expect([code, stderr]).toEqual([0, '']);
    const told = JSON.parse(stdout) as { backup: string };
    expect(told).toEqual({ from: '1.0.0', to: '1.1.0', backup: expect.any(String), service: 'restarted' });
    expect([await running(), schema()]).toEqual(['1.1.0', '9000-of-a-test']);
    expect(readFileSync(at('.config/systemd/user/gatehouse.service'), 'utf8')).toBe(unit);
    const verified = await gatehouse('backup', 'verify', told.backup);
    expect(verified).toMatchObject({ code: 0 });
    await allAnswered();
  });

  it('is undone by hand, with the messages that came since', async () => {
    const { code, stdout } = await gatehouse('update', 'rollback', '--yes');
    expect([code, stdout]).toEqual([0, expect.stringContaining('1.0.0 is running, and 1.1.0 is kept.')]);
    expect([await running(), schema()]).toEqual(['1.0.0', latestMigration()]);
    await allAnswered();
  });
});

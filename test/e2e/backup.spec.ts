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
import { setTimeout } from 'node:timers/promises';
import { BridgeSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';

const CHATS = 5;
const LONG = { timeoutMs: 60_000 };
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

  /** A machine with an empty state dir. */
  function machine(): GatewayProcess {
    const gateway = new GatewayProcess({});
    cleanup.push(() => gateway.dispose());
    return gateway;
  }

  function configure(gateway: GatewayProcess, backup: object): void {
    const file = join(gateway.stateDir, 'secrets', 'bridge');
    mkdirSync(join(gateway.stateDir, 'secrets'));
    writeFileSync(file, bridge.password);
    const imbridge = { serverUrl: bridge.url, password: { file }, dmPolicy: 'open' };
    // These people write faster than anyone does.
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
  /** How often each message was answered: counted once, as the bridge waits for it. */
  const tally = (): ((text: string) => number) => {
    const counts = new Map<string, number>();
    for (const answer of answers()) counts.set(answer, (counts.get(answer) ?? 0) + 1);
    return (text) => counts.get(`echo: ${text}`) ?? 0;
  };
  const areAnswered = () => {
    const times = tally();
    return written.every((text) => times(text) > 0);
  };

  /** Writes ten messages a second, none before the last one is answered: each of them may be answered again later. */
  async function load(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      write();
      const before = answers().length;
      await eventually(() => signal.aborted || answers().length > before, LONG);
      await setTimeout(100);
    }
  }

  const backups = (): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

  it('continues elsewhere from a scheduled backup, and answers no message twice beyond the documented ones', async () => {
    const first = machine();
    const backup = { everyHours: 1, passphrase: PASSPHRASE, folder };
    configure(first, backup);
    await first.start();
    const end = new AbortController();
    const loaded = load(end.signal);
    await eventually(() => answers().length >= 10, LONG);
    expect(backups()).toEqual([]);
    const known = answers();
    await eventually(() => backups().some((name) => name.endsWith('.backup')), LONG);
    const file = join(
      folder,
      backups().find((name) => name.endsWith('.backup'))!,
    );
    await eventually(() => answers().length > known.length + 5, LONG);
    await first.kill();
    end.abort();
    await loaded;

    const second = machine();
    const secret = join(folder, 'passphrase');
    writeFileSync(secret, `${PASSPHRASE}\n`);
    const restored = await second.cli(...['backup', 'restore', file, '--passphrase-file', secret]);
    expect(restored).toEqual({ code: 0, stderr: '', stdout: expect.stringContaining('Restored') });
    expect(second.token).toBe(first.token);
    const config = JSON.parse(readFileSync(join(second.stateDir, 'gatehouse.json'), 'utf8')) as object;
    second.reconfigure({ ...config, backup: { folder } });
    await second.start();
    for (let chat = 0; chat < CHATS; chat++) write();
    await eventually(areAnswered, LONG);
    await eventually(() => second.isIdle(), { what: 'an empty queue' });
    const times = tally();
    // The backup has no record of what was answered after it.
    expect(known).not.toEqual([]);
    for (const answer of known) expect([answer, times(answer.replace('echo: ', ''))]).toEqual([answer, 1]);
    for (const text of written.slice(-CHATS)) expect([text, times(text)]).toEqual([text, 1]);
    expect(Math.max(...written.map(times))).toBeLessThanOrEqual(2);
  }, 180_000);
});

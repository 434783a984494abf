import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { execFile, spawn } from '../support/programs.js';

const ROOT = resolve(import.meta.dirname, '../..');
const ECHO = 'src/assistant/runtimes/echo.runtime.ts';

/** A clone with packages, whose files can be changed. */
function clone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-dev-'));
  for (const name of ['src', 'simulators', 'scripts', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  // Older than the packages, which are those of this lock file.
  utimesSync(join(folder, 'package-lock.json'), 0, 0);
  return folder;
}

/** Takes from the first process what the oldest Node that may run it does not have; the pinned one has it. */
const OLD_NODE = `delete require('node:fs').globSync; require('node:module').syncBuiltinESMExports();`;

describe('npm run dev', () => {
  const folder = clone();
  let dev: ChildProcess;
  let printed = '';
  afterAll(async () => {
    if (dev.exitCode === null && dev.kill()) await once(dev, 'exit');
    rmSync(folder, { recursive: true });
  });

  const starts = () => printed.split('The gateway runs at').length - 1;
  const isRegistered = () =>
    readFileSync(join(folder, '.gatehouse/dev/log'), 'utf8').includes('registered with the bridge');
  const answered = async (text: string, answer: string) => {
    dev.stdin!.write(`${text}\n`);
    await eventually(() => printed.includes(answer), { what: answer });
  };
  const change = (from: string, to: string) => {
    const file = join(folder, ECHO);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(from, () => to),
    );
  };

  it('answers a message in its simulator, and uses a change of the code in the next answer', async () => {
    const [port, bridge] = [await freePort(), await freePort()];
    const state = join(folder, '.gatehouse/dev');
    mkdirSync(state, { recursive: true, mode: 0o700 });
    const imbridge = { serverUrl: `http://127.0.0.1:${bridge}`, password: 'p', dmPolicy: 'open' };
    const agents = { list: [{ id: 'main', runtime: { type: 'echo' } }] };
    const config = { gateway: { port }, channels: { imbridge }, agents };
    writeFileSync(join(state, 'gatehouse.json'), JSON.stringify(config));
    const env = { PATH: process.env.PATH, HOME: folder };
    writeFileSync(join(folder, 'old-node.cjs'), OLD_NODE);
    const flags = ['--require', join(folder, 'old-node.cjs')];
    dev = spawn(process.execPath, [...flags, 'scripts/dev.mjs'], { cwd: folder, env });
    const collect = (data: Buffer) => (printed += data.toString());
    dev.stdout!.on('data', collect);
    dev.stderr!.on('data', collect);
    await eventually(() => starts() === 1 && isRegistered(), {
      timeoutMs: 60_000,
      what: 'the start',
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${printed}`);
    });
    await answered('hello', 'echo: hello');
    change('`echo: $', '`heard: $');
    await eventually(() => starts() === 2, { timeoutMs: 60_000, what: 'the next start' });
    await answered('again', 'heard: again');
  }, 180_000);

  it('keeps the running program while a file cannot be compiled', async () => {
    change('`heard: $', '`he`ard: $');
    await eventually(() => printed.includes('Not compiled:'), { what: 'the complaint' });
    await answered('still', 'heard: still');
    change('`he`ard: $', '`got: $');
    await eventually(() => starts() === 3, { timeoutMs: 60_000, what: 'the next start' });
    await answered('now', 'got: now');
  }, 180_000);

  it('runs a command of its gateway, and names commands as npm run -s dev -- takes them', async () => {
    const env = { PATH: process.env.PATH, HOME: folder, npm_lifecycle_event: 'dev' };
    const given = async (...words: string[]) =>
      (await execFile(process.execPath, ['scripts/dev.mjs', ...words], { cwd: folder, env })).stdout;
    expect(await given('deliveries', 'list', '--status', 'dead')).toBe('No deliveries.\n');
    expect(await given('pairing', '--help')).toContain('Usage: npm run -s dev -- pairing ');
  });

  it('stops every process it has started', async () => {
    dev.kill('SIGTERM');
    await once(dev, 'close');
    expect(printed).toMatch(/\n> Stopped[.] What was said and set is in \S+\/[.]gatehouse\/dev;[^\n]+\n$/);
    const [url] = /http:\/\/127[.]0[.]0[.]1:\d+(?=, after)/.exec(printed)!;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
  });
});

import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn, spawnSync } from '../../test/support/programs.js';
import { Mcp } from './mcp.service.js';
import { listProcesses } from './programs/process-list.js';

const PROGRAM = { command: 'files', args: ['/srv'], cwd: '/srv', env: { MODE: 'safe' } };

const mcpWith = (servers: object, stateDir = ''): Mcp => {
  const config = { get: () => ({ servers }), environment: { stateDir } };
  const [lists, db, clock, logins] = [{ clear: () => undefined }, {}, {}, { onChange: () => undefined }];
  const deps = [config, lists, db, clock, logins] as unknown as ConstructorParameters<typeof Mcp>;
  return new Mcp(...deps);
};
const bindingOf = (settings: object) => mcpWith({ files: settings }).bindingOf('files');

it.each([
  ['the command', { command: 'other' }],
  ['an argument', { args: ['/'] }],
  ['the folder', { cwd: '/' }],
  ['the environment', { env: { MODE: 'unsafe' } }],
])('an approval is not for the same server after a change of %s', (_what, change) => {
  expect(bindingOf({ ...PROGRAM, ...change })).not.toBe(bindingOf(PROGRAM));
});

it('an approval stays for a server whose limits have changed', () => {
  expect(bindingOf({ ...PROGRAM, timeoutMs: 5 })).toBe(bindingOf(PROGRAM));
});

it('a gateway without servers ends the program that a killed one has left, and removes its home', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'mcp-spec-'));
  const folder = (name: string) => join(stateDir, name);
  for (const name of ['mcp-homes/files', 'mcp-programs']) mkdirSync(folder(name), { recursive: true });
  const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' });
  try {
    const { pid, begun } = (await listProcesses()).find((each) => each.pid === left.pid)!;
    const record = { mark: 'its-mark', pid, begun, gateway: spawnSync(process.execPath, ['-e', '']).pid };
    writeFileSync(folder('mcp-programs/its-mark.json'), JSON.stringify(record));
    const ended = once(left, 'exit');
    await mcpWith({}, stateDir).follow();
    await ended;
    expect([readdirSync(folder('mcp-homes')), readdirSync(folder('mcp-programs'))]).toEqual([[], []]);
  } finally {
    left.kill('SIGKILL');
    rmSync(stateDir, { recursive: true });
  }
});

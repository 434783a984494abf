import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordsIn } from './leftovers.js';
import { familyOf, listProcesses } from './process-list.js';
import { ProgramRecords } from './program-records.js';
import { StartedProgram } from './started-program.js';

const IDLE = 'setInterval(() => {}, 1_000)';

let stateDir: string;
const strangers: ChildProcess[] = [];

beforeEach(() => (stateDir = mkdtempSync(join(tmpdir(), 'mcp-spec-'))));
afterEach(() => {
  for (const each of strangers.splice(0)) each.kill('SIGKILL');
  rmSync(stateDir, { recursive: true, force: true });
});

const stranger = (): number => {
  const child = spawn(process.execPath, ['-e', IDLE], { stdio: 'ignore', detached: true });
  strangers.push(child);
  return child.pid!;
};
const begunOf = async (pid: number) => (await listProcesses()).find((each) => each.pid === pid)?.begun;
const isRunning = async (pid: number) => (await begunOf(pid)) !== undefined;
const deadGateway = () => spawnSync(process.execPath, ['-e', '']).pid;
/** As a gateway writes it that is killed afterwards. */
const leave = (record: { pid: number; begun: string; home?: string }, gateway = deadGateway()) => {
  mkdirSync(join(stateDir, 'mcp-programs'), { recursive: true });
  const folder = join(stateDir, 'home');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(stateDir, 'mcp-programs', `${record.pid}.json`),
    JSON.stringify({ ...record, folder, gateway }),
  );
  return folder;
};
const left = () => readdirSync(join(stateDir, 'mcp-programs'));

describe('the programs that a killed gateway has left', () => {
  it('are ended at the next start, with their homes', async () => {
    const pid = stranger();
    const folder = leave({ pid, begun: (await begunOf(pid))! });
    await recordsIn(stateDir);
    expect([await isRunning(pid), left(), existsSync(folder)]).toEqual([false, [], false]);
  });

  it('are forgotten when another program has their number, which goes on', async () => {
    const pid = stranger();
    leave({ pid, begun: '1' });
    await recordsIn(stateDir);
    expect([await isRunning(pid), left()]).toEqual([true, []]);
  });

  it('are left alone when their gateway runs', async () => {
    const [pid, gateway] = [stranger(), stranger()];
    leave({ pid, begun: (await begunOf(pid))! }, gateway);
    await recordsIn(stateDir);
    expect([await isRunning(pid), left()]).toEqual([true, [`${pid}.json`]]);
  });

  it('do not keep a gateway from starting when a record cannot be read', async () => {
    leave({ pid: 1, begun: '1' });
    writeFileSync(join(stateDir, 'mcp-programs', '1.json'), '{');
    await expect(recordsIn(stateDir)).resolves.toBeInstanceOf(ProgramRecords);
  });
});

describe('the family of a program', () => {
  const at = (pid: number, parent: number, group: number, home = '/root') => ({
    pid,
    parent,
    group,
    begun: `b${pid}`,
    home,
  });
  const pidsOf = (known: Parameters<typeof familyOf>[0], all: Parameters<typeof familyOf>[1]) =>
    familyOf(known, all).map(({ pid }) => pid);

  it('is its group, all descendants, and whatever has its home', () => {
    const all = [
      at(10, 1, 10),
      at(11, 10, 10),
      at(12, 11, 12),
      at(13, 1, 13, '/tmp/its'),
      at(14, 13, 14),
      at(20, 1, 20),
    ];
    expect(pidsOf([{ pid: 10, begun: 'b10', home: '/tmp/its' }], all)).toEqual([10, 11, 13, 12, 14]);
  });

  it('outlives its leader, but is not the group of a later program with its number', () => {
    const known = [{ pid: 10, begun: 'b10', home: '/tmp/its' }];
    expect(pidsOf(known, [at(11, 1, 10, '/tmp/its'), at(20, 1, 20)])).toEqual([11]);
    expect(pidsOf(known, [at(11, 1, 10), at(20, 1, 20)])).toEqual([]);
    expect(pidsOf(known, [{ ...at(10, 1, 10), begun: 'later' }, at(11, 10, 10)])).toEqual([]);
  });
});

(process.platform === 'linux' ? it : it.skip)(
  'a descendant that has left session and parent ends with its program',
  async () => {
    const daemon = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(IDLE)}], { stdio: 'ignore', detached: true });
      child.unref();
      process.stdout.write(String(child.pid));`;
    const script = `const { spawnSync } = require('node:child_process');
      console.log(String(spawnSync(process.execPath, ['-e', ${JSON.stringify(daemon)}]).stdout));
      ${IDLE}`;
    const program = await StartedProgram.start(
      { command: process.execPath, args: ['-e', script] },
      new ProgramRecords(stateDir),
    );
    const pid = await new Promise<number>((resolve) => {
      program.output.once('data', (data: Buffer) => resolve(Number(data.toString())));
    });
    expect(await isRunning(pid)).toBe(true);
    await program.end();
    expect([await isRunning(pid), left()]).toEqual([false, []]);
  },
);

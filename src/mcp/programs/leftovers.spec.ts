import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn, spawnSync } from '../../../test/support/programs.js';
import { recordsIn } from './leftovers.js';
import { familyOf, type ListedProcess, listProcesses } from './process-list.js';
import { homeOf, makeHome, removeHomes } from './program-homes.js';
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
const leave = (record: { pid: number; begun: string }, gateway = deadGateway()) => {
  mkdirSync(join(stateDir, 'mcp-programs'), { recursive: true });
  writeFileSync(
    join(stateDir, 'mcp-programs', 'its-mark.json'),
    JSON.stringify({ ...record, mark: 'its-mark', gateway }),
  );
};
const left = () => readdirSync(join(stateDir, 'mcp-programs'));

describe('the programs that a killed gateway has left', () => {
  it('are ended at the next start', async () => {
    const pid = stranger();
    leave({ pid, begun: (await begunOf(pid))! });
    await recordsIn(stateDir);
    expect([await isRunning(pid), left()]).toEqual([false, []]);
  });

  it('are forgotten when another program has their number, which keeps running', async () => {
    const pid = stranger();
    leave({ pid, begun: '1' });
    await recordsIn(stateDir);
    expect([await isRunning(pid), left()]).toEqual([true, []]);
  });

  it('are left alone when their gateway runs', async () => {
    const [pid, gateway] = [stranger(), stranger()];
    leave({ pid, begun: (await begunOf(pid))! }, gateway);
    await recordsIn(stateDir);
    expect([await isRunning(pid), left()]).toEqual([true, ['its-mark.json']]);
  });

  it('do not keep a gateway from starting when a record cannot be read', async () => {
    leave({ pid: 1, begun: '1' });
    writeFileSync(join(stateDir, 'mcp-programs', 'its-mark.json'), '{');
    await expect(recordsIn(stateDir)).resolves.toBeInstanceOf(ProgramRecords);
  });
});

describe('the family of a program', () => {
  const at = (pid: number, parent: number, group: number, mark = '') => ({
    pid,
    parent,
    group,
    begun: `b${pid}`,
    mark,
  });
  const known = [{ pid: 10, begun: 'b10' }];
  const pidsOf = (all: Parameters<typeof familyOf>[2]) => familyOf('its', known, all).map(({ pid }) => pid);

  it('is its group, all descendants, and whatever has its mark', () => {
    const all = [
      at(10, 1, 10),
      at(11, 10, 10),
      at(12, 11, 12),
      at(13, 1, 13, 'its'),
      at(14, 13, 14),
      at(20, 1, 20, 'of another'),
    ];
    expect(pidsOf(all)).toEqual([10, 11, 13, 12, 14]);
  });

  it('outlives its leader, but is not the group of a later program with its number', () => {
    expect(pidsOf([at(11, 1, 10, 'its'), at(20, 1, 20)])).toEqual([11]);
    expect(pidsOf([at(11, 1, 10), at(20, 1, 20)])).toEqual([]);
    expect(pidsOf([{ ...at(10, 1, 10), begun: 'later' }, at(11, 10, 10)])).toEqual([]);
  });
});

/** Where the system tells of other programs what they were started with. */
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('a program', () => {
  const settings = (script: string) => ({
    command: process.execPath,
    args: ['-e', script],
    home: join(stateDir, 'home'),
  });
  const firstOf = ({ output }: StartedProgram) =>
    new Promise<string>((resolve) => {
      output.once('data', (data: Buffer) => resolve(data.toString().trim()));
    });

  const isOwn = ({ parent, mark }: ListedProcess) => parent === process.pid && mark !== '';

  it('is ended with a descendant that has left session and parent', async () => {
    const daemon = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(IDLE)}], { stdio: 'ignore', detached: true });
      child.unref();
      process.stdout.write(String(child.pid));`;
    const script = `const { spawnSync } = require('node:child_process');
      console.log(String(spawnSync(process.execPath, ['-e', ${JSON.stringify(daemon)}]).stdout));
      ${IDLE}`;
    const program = await StartedProgram.start(settings(script), new ProgramRecords(stateDir));
    const pid = Number(await firstOf(program));
    expect(await isRunning(pid)).toBe(true);
    await program.end();
    expect([await isRunning(pid), left()]).toEqual([false, []]);
  });

  it('is ended at the next start when its gateway is killed between its start and its number in the record', async () => {
    const records = new ProgramRecords(stateDir);
    const begun = Promise.withResolvers<undefined>();
    /** Nothing more happens in the gateway from then on. */
    const killedAfterStart = {
      note: (record: Parameters<ProgramRecords['note']>[0]) => {
        if (record.pid === undefined) return records.note(record);
        begun.resolve(undefined);
        return new Promise<never>(() => undefined);
      },
      remove: () => new Promise<never>(() => undefined),
    };
    void StartedProgram.start(settings(IDLE), killedAfterStart);
    await begun.promise;
    const { pid } = (await listProcesses()).find(isOwn)!;
    await recordsIn(stateDir);
    expect([await isRunning(pid), left()]).toEqual([false, []]);
  });

  it('leaves neither process nor record when its record cannot be written', async () => {
    const records = new ProgramRecords(stateDir);
    const isFull = {
      note: (record: Parameters<ProgramRecords['note']>[0]) =>
        record.pid === undefined ? records.note(record) : Promise.reject(new Error('no space left')),
      remove: (mark: string) => records.remove(mark),
    };
    await expect(StartedProgram.start(settings(IDLE), isFull)).rejects.toThrow('no space left');
    expect([(await listProcesses()).filter(isOwn), left()]).toEqual([[], []]);
  });

  it('keeps its home, which only this account may open, from start to start', async () => {
    const script = `const { appendFileSync, readFileSync, statSync } = require('node:fs');
      appendFileSync('starts', 'x');
      console.log(process.env.HOME === process.cwd(), readFileSync('starts', 'utf8'), (statSync('.').mode & 0o777).toString(8));
      ${IDLE}`;
    const starts: string[] = [];
    for (let start = 1; start <= 2; start++) {
      const program = await StartedProgram.start(settings(script), new ProgramRecords(stateDir));
      starts.push(await firstOf(program));
      await program.end();
    }
    expect(starts).toEqual(['true x 700', 'true xx 700']);
  });
});

it('the homes of servers that are not configured any more are removed', async () => {
  for (const name of ['files', 'gone']) await makeHome(homeOf(stateDir, name));
  expect(await removeHomes(stateDir, (name) => name === 'files')).toEqual([]);
  expect(readdirSync(join(stateDir, 'mcp-homes'))).toEqual(['files']);
});

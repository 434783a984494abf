import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { jest } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { fakeTimeouts } from '../../../test/support/fake-timeouts.js';
import { BACKUP, type BackupConfig, type GatehouseConfig } from '../../config/index.js';
import { type Database, type Leadership, noteBackup, readNote, writeNote } from '../../persistence/index.js';
import { BackupRounds, type RoundParts } from './backup-rounds.js';
import type { MakeBackup } from './backup-process.js';

const HOUR = 60 * 60_000;
const MINUTE = 60_000;

let base: string;
let stateDir: string;
let folder: string;
let clock: FakeClock;
let sut: BackupRounds | undefined;
beforeEach(() => {
  fakeTimeouts();
  base = mkdtempSync(join(tmpdir(), 'gatehouse-rounds-'));
  [stateDir, folder] = [join(base, 'state'), join(base, 'backups')];
  clock = new FakeClock(Date.parse('2026-01-31T00:00:00Z'));
});
afterEach(async () => {
  jest.useRealTimers();
  await sut?.end();
  rmSync(base, { recursive: true });
});

/** Writes a file, and notes it. */
const make: jest.MockedFunction<MakeBackup> = jest.fn();
beforeEach(() => {
  make.mockReset().mockImplementation(async ({ file }) => {
    writeFileSync(file, 'a backup');
    noteBackup({ stateDir }, { at: new Date(clock.now()).toISOString(), file, rows: 1 });
  });
});

function started({
  isLeader = true,
  ...settings
}: Partial<BackupConfig> & { isLeader?: boolean } = {}): void {
  const value = { everyHours: 24, folder, keep: 2, ...settings };
  const environment = { stateDir, configFile: join(stateDir, 'gatehouse.json') };
  const config = { environment, get: (section: unknown) => (section === BACKUP ? value : undefined) };
  const leadership = {
    campaign: (_name: string, onChange: (isHeld: boolean) => void) => {
      onChange(isLeader);
      return { withdraw: () => Promise.resolve() };
    },
  };
  sut = new BackupRounds({
    config: config as unknown as GatehouseConfig,
    leadership: leadership as unknown as Leadership,
    db: { dialect: 'sqlite' } as Database,
    clock,
    make,
  } satisfies RoundParts);
}

/** Lets time pass, and what is due then be done. */
async function passes(ms: number): Promise<void> {
  clock.advance(ms);
  jest.advanceTimersByTime(Math.max(ms, MINUTE));
  await sut!.settled();
}

const files = () => readdirSync(folder).sort();

describe('backups by the gateway itself', () => {
  it('are made when the last one is old enough, whenever the gateway was started', async () => {
    started();
    await passes(MINUTE);
    expect(files()).toEqual(['gatehouse-2026-01-31T00-01-00Z.backup']);
    await passes(23 * HOUR);
    expect(make).toHaveBeenCalledTimes(1);
    await sut!.end();
    started();
    await passes(HOUR - MINUTE);
    expect(make).toHaveBeenCalledTimes(1);
    await passes(MINUTE);
    expect(files()).toContain('gatehouse-2026-02-01T00-01-00Z.backup');
  });

  it('wait for the next turn after a backup by hand', async () => {
    noteBackup({ stateDir }, { at: new Date(clock.now() - HOUR).toISOString(), file: '/mine', rows: 1 });
    started();
    await passes(22 * HOUR);
    expect(make).not.toHaveBeenCalled();
    await passes(HOUR);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('keep the newest of their own, and no other file is touched', async () => {
    started();
    await passes(MINUTE);
    writeFileSync(join(folder, 'gatehouse-2020-01-01T00-00-00Z.backup'), 'made by hand');
    writeFileSync(join(folder, 'gatehouse-2026-01-31T00-01-00Z.backup.7.partial.mine'), 'mine');
    for (let day = 0; day < 3; day++) await passes(24 * HOUR);
    expect(files()).toEqual([
      'gatehouse-2020-01-01T00-00-00Z.backup',
      'gatehouse-2026-01-31T00-01-00Z.backup.7.partial.mine',
      'gatehouse-2026-02-02T00-01-00Z.backup',
      'gatehouse-2026-02-03T00-01-00Z.backup',
    ]);
  });

  it('stay known where they are on another machine, which deletes them when it makes the next', async () => {
    const elsewhere = '/backups-of-another-machine/gatehouse-2026-01-30T00-00-00Z.backup';
    mkdirSync(stateDir);
    writeNote({ stateDir }, { made: [elsewhere] });
    started();
    await passes(MINUTE);
    const here = join(folder, 'gatehouse-2026-01-31T00-01-00Z.backup');
    expect(readNote({ stateDir }).made).toEqual([here, elsewhere]);
  });

  it('are tried again an hour after a failure, which is noted until one succeeds', async () => {
    make.mockRejectedValueOnce(new Error('the disk is full')).mockRejectedValueOnce(new Error('still full'));
    started();
    await passes(MINUTE);
    const since = '2026-01-31T00:01:00.000Z';
    expect(readNote({ stateDir }).failure).toEqual({ since, at: since, reason: 'the disk is full' });
    await passes(59 * MINUTE);
    expect(make).toHaveBeenCalledTimes(1);
    await passes(MINUTE);
    expect(readNote({ stateDir }).failure).toEqual({
      since,
      at: '2026-01-31T01:01:00.000Z',
      reason: 'still full',
    });
    await passes(HOUR);
    expect(readNote({ stateDir })).toMatchObject({ last: { file: expect.stringContaining('T02-01-00Z') } });
    expect(readNote({ stateDir }).failure).toBeUndefined();
  });

  it('say why their folder cannot be made', async () => {
    started({ folder: '/dev/null/backups' });
    await passes(MINUTE);
    expect(readNote({ stateDir }).failure?.reason).toMatch(/ENOTDIR.*\/dev\/null\/backups/);
    expect(make).not.toHaveBeenCalled();
  });

  it('are made by the replica that leads', async () => {
    started({ isLeader: false });
    await passes(48 * HOUR);
    expect(make).not.toHaveBeenCalled();
  });

  it('leave nothing of one whose process was killed', async () => {
    make.mockImplementationOnce(async ({ file }) => {
      writeFileSync(`${file}.4711.partial`, 'half');
      throw new Error('killed');
    });
    started();
    await passes(MINUTE);
    expect(files()).toEqual([]);
    await passes(HOUR);
    expect(files()).toEqual(['gatehouse-2026-01-31T01-01-00Z.backup']);
  });

  it('remove at the next start what a killed gateway left, on whichever replica', async () => {
    const file = join(folder, 'gatehouse-2026-01-30T00-00-00Z.backup');
    mkdirSync(folder);
    mkdirSync(stateDir);
    for (const name of [file, `${file}.4711.partial`, `${file}.mine.partial`]) writeFileSync(name, 'half');
    writeNote({ stateDir }, { made: [file] });
    started({ isLeader: false });
    await passes(MINUTE);
    expect(files()).toEqual([basename(file), `${basename(file)}.mine.partial`]);
  });

  it('are aborted at shutdown, without a note', async () => {
    make.mockImplementation(
      (_order, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('given up'))),
        ),
    );
    started();
    clock.advance(MINUTE);
    jest.advanceTimersByTime(MINUTE);
    while (make.mock.calls.length === 0) await new Promise(setImmediate);
    await sut!.end();
    expect(readNote({ stateDir }).failure).toBeUndefined();
    expect(existsSync(folder) && files()).toEqual([]);
  });
});

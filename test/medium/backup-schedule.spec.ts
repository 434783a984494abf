import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { createBackup, verifyBackup } from '../../src/backup/backups.js';
import { BackupRounds } from '../../src/backup/schedule/backup-rounds.js';
import type { MakeBackup } from '../../src/backup/schedule/backup-process.js';
import { SystemClock } from '../../src/common/index.js';
import { BACKUP, type Environment, type GatehouseConfig } from '../../src/config/index.js';
import { type Leadership, lastBackup, noteBackup, readNote } from '../../src/persistence/index.js';
import { fakeTimeouts } from '../support/fake-timeouts.js';
import { fill, transferWorld } from '../support/transfer-world.js';

const world = transferWorld();

let backups: string;
beforeEach(() => (backups = mkdtempSync(join(tmpdir(), 'gatehouse-schedule-'))));
afterEach(() => {
  jest.useRealTimers();
  rmSync(backups, { recursive: true });
});

/** In this process: Node starts none from the sources. */
const makeHere: MakeBackup = async ({ environment, ...order }, signal) => {
  await createBackup(environment, { ...order, signal });
};

/** A leadership that a test hands from one replica to another. */
class Lead {
  change: (isHeld: boolean) => void = () => undefined;

  readonly leadership = {
    campaign: (_name: string, onChange: (isHeld: boolean) => void) => {
      this.change = onChange;
      return { withdraw: () => Promise.resolve() };
    },
  } as unknown as Leadership;
}

describe.each(['SQLite', 'PostgreSQL'])('backups by the schedule on %s', (dialect) => {
  it('are made beside the running gateway, encrypted, and are known to each replica', async () => {
    const source = await world.place(dialect);
    await fill(source);
    const db = await world.open(source);
    const settings = { everyHours: 24, folder: backups, keep: 2, passphrase: 'correct horse' };
    fakeTimeouts();
    const replica = (environment: Environment) => {
      const lead = new Lead();
      const config = { environment, get: (section: unknown) => (section === BACKUP ? settings : undefined) };
      const rounds = new BackupRounds({
        config: config as unknown as GatehouseConfig,
        leadership: lead.leadership,
        db,
        clock: new SystemClock(),
        make: makeHere,
      });
      return { lead, rounds };
    };
    // Not further: the time limits of the database are time-outs too.
    const look = async ({ rounds }: { readonly rounds: BackupRounds }, afterMs: number) => {
      jest.advanceTimersByTime(afterMs);
      await rounds.settled();
    };
    const one = replica(source);
    await look(one, 5_000);
    expect(readdirSync(backups)).toEqual([]);
    one.lead.change(true);
    await look(one, 60_000);
    const [name = ''] = readdirSync(backups);
    const { rows } = await verifyBackup({ file: join(backups, name), passphrase: settings.passphrase });
    expect(await lastBackup(source.stateDir)).toMatchObject({ file: join(backups, name), rows });
    if (dialect === 'PostgreSQL') {
      const elsewhere = world.file('another-machine');
      mkdirSync(elsewhere);
      const other = replica({ ...source, stateDir: elsewhere });
      other.lead.change(true);
      await look(other, 5_000);
      expect(readNote({ stateDir: elsewhere })).toEqual(readNote(source));
      const byHand = { at: new Date(Date.now() + 60_000).toISOString(), file: '/by-hand', rows: 1 };
      noteBackup({ stateDir: elsewhere }, byHand);
      await look(other, 60_000);
      await look(one, 60_000);
      expect(readNote(source)).toEqual({ ...readNote({ stateDir: elsewhere }), last: byHand });
      expect(readNote(source).made).toEqual([join(backups, name)]);
      await other.rounds.end();
    }
    expect(readdirSync(backups)).toEqual([name]);
    await one.rounds.end();
  });
});

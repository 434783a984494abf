import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastBackup, lastBackupFile, noteBackup, readNote, writeNote } from './last-backup.js';

const BACKUP = { at: '2026-11-25T12:00:00.000Z', file: '/backups/one.gz', rows: 7 };

let stateDir: string;
beforeEach(() => (stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-backup-'))));
afterEach(() => rmSync(stateDir, { recursive: true }));

describe('the note of the last backup', () => {
  it('replaces the one before, readable by its owner only', async () => {
    noteBackup({ stateDir }, { ...BACKUP, rows: 1 });
    expect(noteBackup({ stateDir }, BACKUP)).toBeUndefined();
    expect(await lastBackup(stateDir)).toEqual(BACKUP);
    expect(statSync(lastBackupFile(stateDir)).mode & 0o777).toBe(0o600);
    expect(readdirSync(stateDir)).toEqual(['last-backup.json']);
  });

  it('that cannot be written is reported, and nothing is thrown', () => {
    expect(noteBackup({ stateDir: '/dev/null/state' }, BACKUP)).toContain('ENOTDIR');
  });

  it.each(['', 'null', '[]', '{"at":"yesterday"}', '{"at":'])(
    'that reads %j counts as none',
    async (text) => {
      writeFileSync(lastBackupFile(stateDir), text);
      expect(await lastBackup(stateDir)).toBeUndefined();
    },
  );
});

describe('the record of the schedule', () => {
  const failure = { since: '2026-11-25T12:00:00.000Z', at: '2026-11-25T13:00:00.000Z', reason: 'disk full' };

  it('stays beside a backup by hand, which releases before this one read too', () => {
    writeNote({ stateDir }, { failure, made: ['/backups/one'] });
    noteBackup({ stateDir }, BACKUP);
    expect(readNote({ stateDir })).toEqual({ last: BACKUP, failure, made: ['/backups/one'] });
    expect(JSON.parse(readFileSync(lastBackupFile(stateDir), 'utf8'))).toMatchObject(BACKUP);
  });

  it('without a backup has only its failure', async () => {
    writeNote({ stateDir }, { failure, made: [] });
    expect(await lastBackup(stateDir)).toBeUndefined();
    expect(readNote({ stateDir })).toEqual({ failure, made: [] });
  });
});

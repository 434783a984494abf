import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type SqliteHandle from 'better-sqlite3';
import { Checkpointer } from './checkpointer.js';
import { openFile } from './open-file.js';

const PAGES = 40;
const PAGE_BYTES = 4_096;

describe('Checkpointer', () => {
  let folder: string;
  let file: string;
  let writer: SqliteHandle.Database;
  let sut: Checkpointer;
  let rows: number;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-checkpoint-'));
    file = join(folder, 'db');
    writer = openFile(file);
    writer.exec('create table kept (number integer, text text)');
    sut = started(file);
    rows = 0;
  });
  afterEach(async () => {
    await sut.close();
    writer.close();
    rmSync(folder, { recursive: true });
    jest.restoreAllMocks();
  });

  /** Without the safety net, which is reached here before a thread can start. */
  const started = (path: string) => {
    const checkpointer = new Checkpointer(writer, path, PAGES);
    writer.pragma('wal_autocheckpoint = 0');
    return checkpointer;
  };
  const logPages = () => (writer.pragma('wal_checkpoint(NOOP)') as { log: number }[])[0]!.log;
  const commit = () => writer.prepare('insert into kept values (?, hex(zeroblob(1024)))').run(++rows);
  /** Commits once each turn of the event loop, until it had to wait. */
  const commitUntilRestart = async (checkpointer = sut) => {
    for (;;) {
      const restart = checkpointer.beforeBatch();
      if (restart) return restart;
      commit();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  it('copies the log while commits continue, and delays them only for the last pages', async () => {
    while (logPages() < 4 * PAGES) {
      expect(sut.beforeBatch()).toBeUndefined();
      commit();
    }
    await commitUntilRestart();
    expect(statSync(file).size).toBeGreaterThan(PAGES * PAGE_BYTES);
    commit();
    expect(logPages()).toBeLessThan(PAGES);
  });

  it('tries again when a reader held the log, and then truncates it', async () => {
    const reader = openFile(file);
    reader.exec('begin; select * from kept');
    await commitUntilRestart();
    const once = logPages();
    await commitUntilRestart();
    expect(logPages()).toBeGreaterThanOrEqual(once + PAGES);
    while (logPages() < 4 * PAGES) commit();
    reader.close();
    await commitUntilRestart();
    commit();
    expect(logPages()).toBeLessThan(PAGES);
    expect(statSync(`${file}-wal`).size).toBeLessThanOrEqual(2 * PAGES * PAGE_BYTES);
  });

  it('starts again after another connection has checkpointed', async () => {
    const reader = openFile(file);
    reader.exec('begin; select * from kept');
    await commitUntilRestart();
    reader.exec('commit; pragma wal_checkpoint(RESTART)');
    reader.close();
    commit();
    expect(logPages()).toBeLessThan(PAGES);
    while (logPages() < 4 * PAGES) {
      void sut.beforeBatch();
      commit();
    }
    await commitUntilRestart();
    commit();
    expect(logPages()).toBeLessThan(PAGES);
  });

  // A thread refuses to start with a symbol as it does where no more threads are allowed.
  it.each([
    ['fails', () => join(folder, 'absent', 'db')],
    ['does not start', () => Symbol() as unknown as string],
  ])('logs a thread that %s, loses nothing, and tries again', async (_, path) => {
    const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const failing = started(path());
    while (error.mock.calls.length < 2) {
      expect(failing.beforeBatch()).toBeUndefined();
      commit();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await failing.close();
    const said = /^\d+ pages of the write-ahead log could not be copied into the file: \w/;
    expect(error.mock.calls).toEqual([[expect.stringMatching(said)], [expect.stringMatching(said)]]);
    await commitUntilRestart();
    expect(writer.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(writer.prepare('select count(*) from kept').pluck().get()).toBe(rows);
  });
});

import { parentPort, workerData } from 'node:worker_threads';
import SqliteHandle from 'better-sqlite3';

// Node itself loads the thread, from src under Jest, so an import of this folder would end in .ts.

/** A connection to the file that the thread is started with. It reads no rows, so it keeps no pages. */
const handle = new SqliteHandle(workerData as string);
handle.pragma('synchronous = NORMAL');
handle.pragma('cache_size = 0');

/** Answers with what SQLite says of the checkpoint. */
const copy = () => parentPort?.postMessage((handle.pragma('wal_checkpoint(PASSIVE)') as object[])[0]);

copy();
parentPort?.once('message', () => {
  copy();
  handle.close();
});

import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import SqliteHandle from 'better-sqlite3';

// Node itself loads the thread, from src under Jest, so an import of this folder would end in .ts.

/** How long readers of an older state, such as an export, may delay it, ms. */
const PATIENCE_MS = 60_000;

const file = workerData as string;
const handle = new SqliteHandle(file);
handle.pragma('synchronous = FULL');
handle.pragma('secure_delete = ON');
handle.pragma(`busy_timeout = ${PATIENCE_MS}`);
// The copy is the same personal data: it stays in the folder that only we read, and has no name there.
handle.pragma('temp_store = FILE');
handle.pragma(`temp_store_directory = '${dirname(file).replaceAll("'", "''")}'`);
handle.exec('vacuum');
const [{ busy } = { busy: 1 }] = handle.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
handle.close();
parentPort?.postMessage({ isDone: busy === 0 });

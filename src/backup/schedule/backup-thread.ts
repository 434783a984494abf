import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { programFile } from '../../common/index.js';
import type { Environment } from '../../config/index.js';
import { BackupError } from '../backup.error.js';

/** A backup to be made. */
export interface BackupOrder {
  readonly environment: Environment;
  /** Absolute. */
  readonly file: string;
  readonly passphrase: string | undefined;
}

/** Makes a backup and notes it. @throws when it could not; nothing is left of it then */
export type MakeBackup = (order: BackupOrder, signal: AbortSignal) => Promise<void>;

/** The last words of the thread. */
export interface ThreadAnswer {
  readonly problem?: string;
}

/** A row may be large, and is in memory a few times. */
const MEMORY = { maxOldGenerationSizeMb: 256 };
/** The time that an interrupted backup has for removing what it wrote, ms. */
const TIDY_MS = 5_000;

/** Makes it in a thread of its own, so that the event loop goes on. */
export const inThread: MakeBackup = async ({ environment, file, passphrase }, signal) => {
  // Functions cannot be sent.
  const { variable: _variable, problems: _problems, ...values } = environment;
  const thread = new Worker(programFile('backup/schedule/backup.worker'), {
    workerData: { environment: values, file, passphrase },
    resourceLimits: MEMORY,
  });
  const ended = once(thread, 'exit');
  const stop = () => {
    thread.postMessage('stop');
    setTimeout(() => void thread.terminate(), TIDY_MS).unref();
  };
  signal.addEventListener('abort', stop);
  try {
    const answer = await Promise.race([
      once(thread, 'message').then(([said]) => said as ThreadAnswer),
      ended.then(() => ({ problem: 'the thread that makes it has ended' })),
    ]);
    if (answer.problem !== undefined) throw new BackupError(answer.problem);
    await ended;
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

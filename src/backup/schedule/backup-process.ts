import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { Logger } from '@nestjs/common';
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

/** The order to `backup.worker.ts`. */
export type SentOrder = Omit<BackupOrder, 'environment'>;

/** Makes a backup and notes it. @throws when it could not; nothing is left of it then */
export type MakeBackup = (order: BackupOrder, signal: AbortSignal) => Promise<void>;

/** The last words of `backup.worker.ts`. */
export interface BackupAnswer {
  readonly problem?: string;
}

/** A row may be large, and is in memory a few times. */
const MOST_MEMORY = '--max-old-space-size=256';
/** The time that an interrupted backup has for removing what it wrote, ms. */
const TIDY_MS = 5_000;

/** Makes it in a process of its own: the event loop is not blocked, and the memory that it took is given back. */
export const inProcess: MakeBackup = async ({ file, passphrase }, signal) => {
  signal.throwIfAborted();
  const child = fork(programFile('backup/schedule/backup.worker'), [], {
    execArgv: [...process.execArgv, MOST_MEMORY],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = endOf(child);
  giveWay(child);
  logOutput(child);
  const stop = () => void stopped(child);
  signal.addEventListener('abort', stop);
  try {
    // It has the same environment. The passphrase is in neither its arguments nor its variables.
    child.send({ file, passphrase } satisfies SentOrder, () => undefined);
    const { problem } = await Promise.race([answerOf(child), ended]);
    // It waits for that, so that no answer is lost.
    if (child.connected) child.disconnect();
    await ended;
    if (problem !== undefined) throw new BackupError(problem);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

const answerOf = (child: ChildProcess): Promise<BackupAnswer> =>
  new Promise((resolve) => child.once('message', (answer) => resolve(answer as BackupAnswer)));

async function endOf(child: ChildProcess): Promise<BackupAnswer> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return { problem: `the backup process ended early (${signal ?? `exit code ${code ?? ''}`})` };
  } catch (error) {
    return { problem: `the backup process cannot be started (${(error as Error).message})` };
  }
}

/** Messages come first. Its threads, which begin later, have the priority of the process. */
function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // A unit may forbid it; the backup is made all the same.
  }
}

/** It is silent, except when it fails in a way that it cannot tell. */
function logOutput({ stdout, stderr }: ChildProcess): void {
  const logger = new Logger('Backup');
  for (const output of [stdout, stderr])
    output?.setEncoding('utf8').on('data', (text: string) => logger.warn(text.trimEnd()));
}

/** Lets it tidy up, then ends it. */
async function stopped(child: ChildProcess): Promise<void> {
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), TIDY_MS);
  await once(child, 'exit').catch(() => undefined);
  clearTimeout(timer);
}

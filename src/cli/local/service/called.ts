import { execFile } from 'node:child_process';

/** A start waits for a database (TimeoutStartSec), a stop for work in progress. */
const TIMEOUT_MS = 120_000;

/** The outcome of a command of the machine. */
export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly isMissing: boolean;
}

/** Runs a command of the machine. Never rejects. */
export const called = (program: string, args: readonly string[]): Promise<Answer> =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : Number(error !== null);
      resolve({ code, stdout, stderr, isMissing: error?.code === 'ENOENT' });
    });
  });

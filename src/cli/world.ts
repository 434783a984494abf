import type { Readable, Writable } from 'node:stream';
import type { Environment } from '../config/index.js';
import type { Prompter } from './input/prompter.js';

/** Everything outside itself that the command line touches; handed in, so that tests can replace it. */
export interface CliWorld {
  /** This program's version. */
  readonly version: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable;
  /** Never throws; what is wrong is in `problems`. */
  readonly environment: () => Environment;
  /** The configuration file as plain values, `{}` when there is none. Throws ConfigInvalidError. */
  readonly readConfigFile: (path: string) => Record<string, unknown>;
  /** Asks whoever sits at the terminal; called only when there is one. */
  readonly prompter: () => Promise<Prompter>;
  /** From the first call on, SIGINT and SIGTERM abort the signal instead of ending the process. */
  readonly interruption: () => AbortSignal;
}

import type { Readable, Writable } from 'node:stream';
import type { Environment } from '../config/index.js';
import type { ModelServer } from './agents/model-servers.js';
import type { Prompter } from './input/prompter.js';
import type { NetworkInterfaces } from './setup/lan-addresses.js';

/**
 * `started`: installed now, and it runs. `running`: a gateway already runs here, so nothing was asked. `declined`: the
 * operator said no. `unavailable`: the machine has no service manager, or the service would not start.
 */
export type ServiceOffer = 'started' | 'running' | 'declined' | 'unavailable';

/** The environment of the command line, passed in so that tests can replace it. */
export interface CliWorld {
  /** This program's version. */
  readonly version: string;
  /** The words by which the person called it, for hints that can be pasted: `gatehouse`, `node dist/cli.js`. */
  readonly calledAs: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** `columns` and `rows` are the size of a terminal. */
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number };
  readonly stderr: Writable;
  /** Never throws; errors are in `problems`. */
  readonly environment: () => Environment;
  /** Returns the configuration file as plain values, `{}` when there is none. Throws ConfigInvalidError. */
  readonly readConfigFile: (path: string) => Record<string, unknown>;
  /** Asks questions on the terminal; called only when there is one. */
  readonly prompter: () => Promise<Prompter>;
  /** The servers of models that are looked for and offered. */
  readonly modelServers: readonly ModelServer[];
  /** The network interfaces of this machine. */
  readonly networkInterfaces: () => NetworkInterfaces;
  /** Offers to run the gateway as a service of this machine, which starts it. */
  readonly offerService: (world: CliWorld, prompter: Prompter) => Promise<ServiceOffer>;
  /** Opens a page in a browser on the desktop. @returns false where there is none */
  readonly openPage: (url: string) => boolean;
  /** From the first call on, SIGINT and SIGTERM abort the signal instead of ending the process. */
  readonly interruption: () => AbortSignal;
}

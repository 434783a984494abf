import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import {
  type Environment,
  type GatewayAddress,
  gatewayAddressFile,
  isAlive,
  isReused,
  parseGatewayAddress,
} from '../../../config/index.js';
import { lockState, type LockState } from '../../../persistence/index.js';

/** The file of the address, and what is in it. */
export function addressText({ stateDir }: Pick<Environment, 'stateDir'>) {
  const file = gatewayAddressFile(stateDir);
  try {
    return { file, text: readFileSync(file, 'utf8') };
  } catch {
    return undefined;
  }
}

/** The gateway of this state dir whose process is there, whether it answers or not. */
export async function processOfGateway(environment: Environment): Promise<GatewayAddress | undefined> {
  const found = addressText(environment);
  const address = found && parseGatewayAddress(found.text);
  if (!address) return undefined;
  const hasProcess = isAlive(address.pid) && !isReused(address.pid, found.file);
  return (await isWorking(environment, hasProcess, address.url)) ? address : undefined;
}

/** Whether a gateway uses this state dir now. It may have no address yet. */
export const isThere = async (environment: Environment): Promise<boolean> =>
  lockOf(environment) === 'held' || (await processOfGateway(environment)) !== undefined;

/**
 * The lock on the embedded database ends with its process, wherever that runs. Beside PostgreSQL there is none: the
 * process is looked for, which may be in a container, and then its listener.
 */
async function isWorking(environment: Environment, hasProcess: boolean, url: string): Promise<boolean> {
  if (environment.databaseUrl === undefined) return lockOf(environment) === 'held';
  return hasProcess || isListening(url);
}

export const lockFile = ({ stateDir }: Pick<Environment, 'stateDir'>): string =>
  join(stateDir, 'gatehouse.db.lock');

/** Beside PostgreSQL no lock is used. */
export const lockOf = (environment: Pick<Environment, 'stateDir' | 'databaseUrl'>): LockState =>
  environment.databaseUrl === undefined ? lockState(lockFile(environment)) : 'free';

const CONNECT_MS = 1_000;

function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port),
      timeout: CONNECT_MS,
    });
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

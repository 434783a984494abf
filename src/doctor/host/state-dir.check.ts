import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import type { Check, Finding } from '../../common/index.js';
import { faultFound, ok } from '../faults.js';

/** The folder of everything the gateway keeps, for the user who runs this. */
export const stateDirCheck = (stateDir: string): Check => ({
  id: 'state-dir',
  run: async () => [await findingOf(stateDir)],
});

async function findingOf(stateDir: string): Promise<Finding> {
  const found = await stat(stateDir).catch(codeOf);
  if (found === 'ENOENT')
    return faultFound('state-dir-missing', `${stateDir} does not exist: no gateway has run with it`);
  if (typeof found === 'string') return unusable(stateDir, found);
  if (!found.isDirectory()) return unusable(stateDir, 'it is no folder');
  const refused = await access(stateDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => undefined,
    codeOf,
  );
  return refused === undefined ? ok(`${stateDir} can be read and written`) : unusable(stateDir, refused);
}

const unusable = (stateDir: string, why: string): Finding =>
  faultFound('state-dir-unusable', `${stateDir} cannot be used: ${why}`, { state: 'failed' });

const codeOf = (error: NodeJS.ErrnoException): string => error.code ?? error.message;

/** By the type that Linux gives (statfs(2)); other systems have other numbers, which are not known here. */
const SHARED: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'CephFS'],
]);
/** FUSE and 9P: sshfs, but also the folders that a virtual machine shares with its host. */
const PASSED_ON: ReadonlyMap<number, string> = new Map([
  [0x65735546, 'FUSE'],
  [0x01021997, '9P'],
]);

/**
 * SQLite's locks and its durable writes are those of the file system, and over a network they are promises only.
 * @param typeOf the file system's type of a folder
 */
export const fileSystemCheck = (stateDir: string, isEmbedded: boolean, typeOf = typeBySystem): Check => ({
  id: 'file-system',
  run: async () => [fileSystemFinding(stateDir, isEmbedded, await typeOf(stateDir))],
});

const typeBySystem = async (folder: string): Promise<number> => (await statfs(folder)).type;

function fileSystemFinding(stateDir: string, isEmbedded: boolean, type: number): Finding {
  const shared = SHARED.get(type);
  const name = shared ?? PASSED_ON.get(type);
  if (name === undefined) return ok(`${stateDir} is on a file system of this machine`);
  if (!isEmbedded) return ok(`${stateDir} is on ${name}, and the database elsewhere`);
  const state = shared === undefined ? 'warning' : 'failed';
  return faultFound('network-file-system', `${stateDir} is on ${name}`, { state });
}

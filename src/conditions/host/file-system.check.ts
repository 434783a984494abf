import { readFile, realpath, statfs } from 'node:fs/promises';
import type { Check, Finding } from '../../common/index.js';
import { condition, ok } from '../condition.js';

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
/** Programs behind FUSE whose files are on another machine. */
const REMOTE_PROGRAM =
  /^fuse\.(?:sshfs|curlftpfs|davfs|gcsfuse|glusterfs|goofys|mount-s3|rclone|s3fs|smbnetfs)$/;

/** The system's own account of its file systems. */
export interface FileSystems {
  /** The type of the file system of a folder. */
  readonly typeOf: (folder: string) => Promise<number>;
  /** The text of Linux's list of mounts (proc_pid_mountinfo(5)); empty elsewhere. */
  readonly mounts: () => Promise<string>;
}

const OF_SYSTEM: FileSystems = {
  typeOf: async (folder) => (await statfs(folder)).type,
  mounts: () => readFile('/proc/self/mountinfo', 'utf8').catch(() => ''),
};

/** SQLite's locks and its durable writes are those of the file system, and over a network they are promises only. */
export const fileSystemCheck = (
  stateDir: string,
  isEmbedded: boolean,
  { typeOf, mounts }: FileSystems = OF_SYSTEM,
): Check => ({
  id: 'file-system',
  async run() {
    const type = await typeOf(stateDir);
    const passedOn = PASSED_ON.get(type);
    const program = passedOn && mountedAs(await realpath(stateDir).catch(() => stateDir), await mounts());
    const isRemote = program !== undefined && REMOTE_PROGRAM.test(program);
    const shared = isRemote ? program : SHARED.get(type);
    return [findingOf(stateDir, isEmbedded, { shared, passedOn: program ?? passedOn })];
  },
});

/** The type of the mount that a folder is in, as `fuse.sshfs`. */
function mountedAs(folder: string, mounts: string): string | undefined {
  const around = mounts
    .split('\n')
    .map((line) => / (\/\S*) \S+(?: \w+:\d+)* - (\S+) /.exec(line) ?? [])
    .filter(([, place = '-']) => `${folder}/`.startsWith(`${unescaped(place)}/`.replace('//', '/')))
    .toSorted(([, one = ''], [, other = '']) => one.length - other.length);
  return around.at(-1)?.[2];
}

/** A space is written as `\040`. */
const unescaped = (place: string): string =>
  place.replace(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8)));

interface Kind {
  readonly shared: string | undefined;
  readonly passedOn: string | undefined;
}

function findingOf(stateDir: string, isEmbedded: boolean, { shared, passedOn }: Kind): Finding {
  const name = shared ?? passedOn;
  if (name === undefined) return ok(`${stateDir} is on a file system of this machine`);
  if (!isEmbedded) return ok(`${stateDir} is on ${name}, and the database elsewhere`);
  const state = shared === undefined ? 'warning' : 'failed';
  return condition('network-file-system', `${stateDir} is on ${name}`, { state });
}

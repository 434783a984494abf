import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { spawn } from './programs.ts';

/* As whom PostgreSQL runs for tests. Plain Node: Jest's global setup runs it without a transformer. */

/** The account the server runs as; PostgreSQL refuses to be root. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
  /** The command, with its arguments, that lends a name to an account without one. */
  readonly nameLender?: readonly string[];
}

/** Where the kernel allows it, initdb runs as `no one` for itself, and still as us for everything else. */
const NAME_LENDER = ['unshare', '--user', '--map-user=65534'];
const NAMELESS =
  'initdb needs an account with a name: add one with the uid of this one to /etc/passwd, or run the tests as another.';

/** Ours, or an unprivileged one when the tests run as root, as they do in many containers. */
export async function unprivileged(): Promise<Account> {
  if (process.getuid?.() !== 0) return isNameless() ? { nameLender: NAME_LENDER } : {};
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const line = ['postgres', 'nobody'].map((name) => lines.find((each) => each[0] === name)).find(Boolean);
  if (!line) throw new Error('tests run as root, and there is no account (postgres, nobody) for PostgreSQL');
  return { uid: Number(line[2]), gid: Number(line[3]) };
}

/** A uid may have no entry in the system's list of accounts, in which initdb looks it up. */
function isNameless(): boolean {
  try {
    userInfo();
    return false;
  } catch {
    return true;
  }
}

/**
 * Runs initdb as that account.
 * @throws with what it said
 */
export async function runInitdb(initdb: string, args: readonly string[], account: Account): Promise<void> {
  const { nameLender, ...identity } = account;
  const [command, ...all] = [...(nameLender ?? []), initdb, ...args];
  const child = spawn(command!, all, { ...identity, stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, code] = await Promise.all([text(child.stderr), exit(child).catch(String)]);
  if (code === 0) return;
  const ended = `${basename(command!)} ended with ${code}: ${said.trim()}`;
  throw new Error(nameLender ? `${ended}\n${NAMELESS}` : ended);
}

/** The exit code. */
export const exit = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });

import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAX_BYTES = 64_000_000;

/** A process of this machine. */
export interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  /** The session on Linux, elsewhere the process group: both have the number of the program that we started. */
  readonly group: number;
  /** When it began, in the system's own words: two processes with the same number differ here. */
  readonly begun: string;
  /** The mark of the program that it belongs to, empty without one; undefined where the system does not tell. */
  readonly mark?: string | undefined;
}

/** Marks each start of a program, and all that it starts, in their environments. */
export const MARK = 'GATEHOUSE_MCP_PROGRAM';

/** All processes that this one may see, those that have ended and are not yet waited for left out. */
export const listProcesses = (): Promise<readonly ListedProcess[]> =>
  process.platform === 'linux' ? fromProc() : fromPs();

/** Slim images of Linux have no `ps`. */
async function fromProc(): Promise<readonly ListedProcess[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(names.map((name) => readStat(Number(name))));
  return found.flatMap((each) => each ?? []);
}

async function readStat(pid: number): Promise<ListedProcess | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name of the program, in brackets, may have spaces and brackets.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined || fields[0] === 'Z') return undefined;
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[3]),
    begun: fields[19] ?? '',
    mark: await markOf(pid),
  };
}

/** Programs of other users do not show theirs. */
async function markOf(pid: number): Promise<string | undefined> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => undefined);
  return environment === undefined ? undefined : (OWN_MARK.exec(environment)?.[1] ?? '');
}

const OWN_MARK = new RegExp(`(?:^|\\0)${MARK}=([^\\0]*)`);

async function fromPs(): Promise<readonly ListedProcess[]> {
  const { stdout } = await run('/bin/ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='], {
    env: { LC_ALL: 'C', TZ: 'UTC' },
    maxBuffer: MAX_BYTES,
  });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, group, state = '', begun = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*\S)/.exec(line) ?? [];
    if (pid === undefined || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), begun }];
  });
}

/** A process that is told apart from a later one with the same number. */
export type KnownProcess = Pick<ListedProcess, 'pid' | 'begun'>;

/** A started program, as it is remembered for the case that this process is killed. */
export interface StartedFamily extends Partial<KnownProcess> {
  /** It and what it starts have this alone. */
  readonly mark: string;
}

/**
 * The processes that belong to a started program: those known of it, their groups, all that have its mark, and all
 * descendants of these. A group outlives its leader and keeps its number; but once it is gone too, the number may become
 * that of another program and its group, which does not have the mark.
 */
export function familyOf(
  mark: string,
  known: readonly KnownProcess[],
  all: readonly ListedProcess[],
): readonly ListedProcess[] {
  const living = new Map(all.map((each) => [each.pid, each]));
  const own = known.filter(({ pid, begun }) => (living.get(pid)?.begun ?? begun) === begun);
  const leaders = new Set(own.map(({ pid }) => pid));
  const isMarked = (each: ListedProcess) => each.mark === mark;
  const isOfGroup = ({ group, mark: other }: ListedProcess) =>
    leaders.has(group) && (living.has(group) || other === undefined || other === mark);
  const family = new Map(
    all
      .filter((each) => leaders.has(each.pid) || isOfGroup(each) || isMarked(each))
      .map((each) => [each.pid, each]),
  );
  for (let size = -1; size !== family.size;) {
    size = family.size;
    for (const each of all) if (family.has(each.parent)) family.set(each.pid, each);
  }
  return [...family.values()];
}

import { fieldsOf, listOf } from '../../../common/index.js';
import { ImportError } from '../../import.error.js';
import { PeerDatabase } from '../../source/peer-database.repository.js';
import { readJson, textOf } from '../../source/peer-json.js';
import type { SourceFolder } from '../../source/source-folder.js';

/** What stays behind: it is named or counted, so that a person knows. */
export interface Leftovers {
  /** The enabled ones, such as `Morning news (0 8 * * *)`. */
  readonly tasks: readonly string[];
  readonly taskCount: number;
  /** Files with their sizes in characters. */
  readonly memories: readonly { readonly name: string; readonly size: number }[];
  readonly skills: number;
  readonly transcripts: number;
  /** Other homes in it. */
  readonly profiles: readonly string[];
  /** The one that commands use by default, if it is another. */
  readonly activeProfile: string | undefined;
  /** Files that could not be read, in words for a person. */
  readonly problems: readonly string[];
}

const MAX_BYTES = 4_194_304;
const MEMORIES = ['memories/MEMORY.md', 'memories/USER.md'] as const;

export function readLeftovers(folder: SourceFolder): Leftovers {
  const problems: string[] = [];
  const attempt = <T>(read: () => T, otherwise: T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      problems.push(error.message);
      return otherwise;
    }
  };
  const jobs = attempt(() => listOf(readJson(folder, 'cron/jobs.json').jobs).map(fieldsOf), []);
  const active = attempt(() => folder.read('active_profile', MAX_BYTES)?.trim(), undefined);
  return {
    tasks: jobs.filter(({ enabled }) => enabled !== false).map(taskText),
    taskCount: jobs.length,
    memories: MEMORIES.flatMap((name) => {
      const size = attempt(() => folder.read(name, MAX_BYTES)?.trim().length ?? 0, 0);
      return size === 0 ? [] : [{ name, size }];
    }),
    skills: folder.names('skills').filter((name) => !name.startsWith('.') && folder.folder(`skills/${name}`))
      .length,
    transcripts: attempt(() => countSessions(folder), 0),
    profiles: folder
      .names('profiles')
      .filter((name) => !name.startsWith('.') && folder.folder(`profiles/${name}`) !== undefined),
    activeProfile: active === undefined || active === '' || active === 'default' ? undefined : active,
    problems,
  };
}

function taskText(job: Readonly<Record<string, unknown>>): string {
  const schedule = fieldsOf(job.schedule);
  const minutes = typeof schedule.minutes === 'number' ? `every ${schedule.minutes} min` : undefined;
  const when = textOf(schedule.display) ?? textOf(schedule.expr) ?? minutes ?? textOf(schedule.run_at);
  const name = textOf(job.name) ?? textOf(job.id) ?? 'a task without a name';
  return when === undefined ? name : `${name} (${when})`;
}

function countSessions(folder: SourceFolder): number {
  const file = folder.file('state.db');
  if (file === undefined) return 0;
  const database = PeerDatabase.open(file);
  try {
    return database.count('sessions');
  } finally {
    database.close();
  }
}

import type { NewerRelease, WayBack } from '../local/updates/newer-releases.js';
import type { Updated } from '../local/updates/install-update.js';
import type { Table } from './table.js';
import { printable, printableLines } from './text.js';

export interface UpdateCheck {
  readonly version: string;
  /** The last migration of this release. */
  readonly migration: string;
  readonly newer: readonly NewerRelease[];
  /** Whether this program can replace itself. */
  readonly isInstalled: boolean;
}

const GUIDE = 'More: gatehouse help operations/upgrade';

export function updateText(table: Table, check: UpdateCheck, withNotes: boolean): string {
  const { version, newer, isInstalled } = check;
  const [newest] = newer;
  if (!newest) return `${version} is the newest release in this feed.`;
  const rows = newer.map((each) => [
    each.version,
    each.date,
    each.security ? 'yes' : '',
    databaseText(each.way_back),
  ]);
  const notes = newer.map((each) => `\n${each.version}\n\n${printableLines(each.notes)}`);
  const holes = newer.filter((each) => each.security).map((each) => each.version);
  return [
    `This is ${version}; ${newest.version} is newer.`,
    ...(holes.length === 0 ? [] : [`Security fixes in ${holes.join(', ')}: upgrade soon.`]),
    '',
    table(['RELEASE', 'DATE', 'SECURITY', 'DATABASE'], rows),
    '',
    `${isInstalled ? OF_INSTALLED : wayBackText(newest, check)} ${GUIDE}`,
    ...(withNotes ? notes : ['Changes: --notes']),
  ].join('\n');
}

function databaseText(way: WayBack | null): string {
  if (way === null) return 'unknown';
  return way === 'import' ? 'migrated' : 'unchanged';
}

const OF_INSTALLED =
  'To install: gatehouse update install (with the same --feed, if you passed one). To go back afterwards: gatehouse update rollback.';

function wayBackText(
  { version: next, way_back: way, migration }: NewerRelease,
  { version, migration: own }: UpdateCheck,
): string {
  if (way === 'reinstall')
    return `To roll back from ${next}, install ${version} again: the database does not change.`;
  const what =
    way === 'import'
      ? `${next} migrates the database (${printable(migration ?? '')}). To roll back`
      : `The feed does not say whether ${next} migrates the database. To roll back if it does`;
  return `${what}, stop it, run gatehouse db migrate --to ${own} with ${next}, and install ${version} again.`;
}

/** The outcome of an installation or a way back. @param version the release in use */
export function updatedText(updated: Updated | undefined, version: string): string {
  if (!updated) return `${version} is the newest release in this feed.`;
  const { from, to, backup, service } = updated;
  return [
    service === 'restarted'
      ? `${to} is running, and ${from} is kept.`
      : `${to} is installed, and ${from} is kept. No service is running: gatehouse start`,
    ...(backup === null ? [] : [`Backup of ${from}: ${backup}`]),
  ].join('\n');
}

import type { NewerRelease, WayBack } from '../local/updates/newer-releases.js';
import type { Updated } from '../local/updates/install-update.js';
import type { Table } from './table.js';
import { printable, printableLines } from './text.js';

export interface UpdateCheck {
  readonly version: string;
  readonly newer: readonly NewerRelease[];
}

const GUIDE = 'More: gatehouse help operations/upgrade';

export function updateText(table: Table, { version, newer }: UpdateCheck, withNotes: boolean): string {
  const [newest] = newer;
  if (!newest) return `${version} is the newest release in this feed.`;
  const rows = newer.map((each) => [
    each.version,
    each.date,
    each.security ? 'yes' : '',
    wayText(each.way_back),
  ]);
  const notes = newer.map((each) => `\n${each.version}\n\n${printableLines(each.notes)}`);
  const holes = newer.filter((each) => each.security).map((each) => each.version);
  return [
    `This is ${version}; ${newest.version} is newer.`,
    ...(holes.length === 0 ? [] : [`Security fixes in ${holes.join(', ')}: upgrade soon.`]),
    '',
    table(['RELEASE', 'DATE', 'SECURITY', 'WAY BACK'], rows),
    '',
    wayBackText(newest, version),
    ...(withNotes ? notes : ['Changes: --notes']),
  ].join('\n');
}

const wayText = (way: WayBack | null): string => way ?? 'unknown';

function wayBackText({ version: next, way_back: way, migration }: NewerRelease, version: string): string {
  if (way === 'reinstall')
    return `To roll back from ${next}, install ${version} again: the database does not change. ${GUIDE}`;
  const why =
    way === 'import'
      ? `${next} migrates the database (${printable(migration ?? '')})`
      : 'The feed does not say whether it migrates the database';
  return `${why}, so ${version} may be unable to open it afterwards. To be able to roll back, first run: gatehouse db export before.ndjson.gz. ${GUIDE}`;
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

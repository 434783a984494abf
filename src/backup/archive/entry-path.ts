/** The most files, and the longest path, that a backup of ours ever has. */
const MOST_CHARS = 1_024;

export const DATABASE_ENTRY = 'database.ndjson.gz';
export const CONFIGURATION_ENTRY = 'gatehouse.json';
/** Files of messages, by their ids. */
export const MEDIA_ENTRIES = 'media/';
/** Files of the state dir, by their paths in it. */
export const STATE_ENTRIES = 'state/';

/**
 * Files that a running gateway makes itself, that have an entry of their own, or that are the key of logins, which are not in a backup
 * either; the first part of a path in the state dir.
 */
const NOT_CARRIED =
  /^(?:gatehouse\.db.*|gatehouse\.json|gateway\.json.*|database\.ndjson\.gz|last-backup\.json|secret-key|media|plugins|compile-cache|mcp-homes|mcp-programs)$/i;

/** Whether a file of the state dir is carried by its path; links are followed by the reader. */
export const isCarried = (relativePath: string): boolean =>
  isPlain(relativePath) && !NOT_CARRIED.test(relativePath.split('/')[0] ?? '');

/**
 * Why a path in a backup is refused: it would leave the state dir, or stand where only the gateway writes.
 * @returns undefined for a path that is in order
 */
export function entryPathProblem(path: unknown): string | undefined {
  if (typeof path !== 'string' || !isPlain(path)) return 'could be outside the state directory';
  if (path === DATABASE_ENTRY || path === CONFIGURATION_ENTRY) return undefined;
  if (path.startsWith(MEDIA_ENTRIES))
    return /^[\w-]{3,128}$/.test(path.slice(MEDIA_ENTRIES.length)) ? undefined : 'is not a message file';
  const inStateDir = path.startsWith(STATE_ENTRIES) && isCarried(path.slice(STATE_ENTRIES.length));
  return inStateDir ? undefined : 'no backup contains';
}

/** A relative path of ordinary names. */
function isPlain(path: string): boolean {
  if (path.length > MOST_CHARS || /[\\:\p{Cc}]/u.test(path)) return false;
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}

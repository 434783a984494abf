import type { PeerState } from './peer-state.js';
import type { SourceValue } from '../../source/source-value.js';

/** `routing` and the like; files of JSON; pairings in SQLite; agents as a map and shared keys. */
type Layout = 'january' | 'json' | 'sqlite' | 'shared';

const OLD_ROOTS = ['msteams', 'agent', 'routing', 'identity'];

/** By its shape, as releases on the way from one to another have parts of both. */
export function layoutOf(root: SourceValue, { hasSharedKeys, schema }: PeerState): Layout {
  if (hasSharedKeys || root.at('agents', 'entries').isThere) return 'shared';
  if (schema >= 2) return 'sqlite';
  return OLD_ROOTS.some((key) => root.at(key).isThere) ? 'january' : 'json';
}

/** The parts of a version such as `2026.4.29`. */
export function versionParts(version: string | undefined): readonly number[] | undefined {
  const parts = /^v?(\d{4})\.(\d{1,2})\.(\d{1,3})/.exec(version ?? '')?.slice(1);
  return parts?.map(Number);
}

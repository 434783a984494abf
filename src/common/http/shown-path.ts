/** A name of ours is much shorter; one of the caller's is not sent back whole, however long it is. */
const MAX_CHARS = 100;

/** The path of a field, for an error: cut between two characters. */
export const shownPath = (path: string): string =>
  path.length <= MAX_CHARS ? path : `${path.slice(0, MAX_CHARS).replace(/[\uD800-\uDBFF]$/, '')}…`;

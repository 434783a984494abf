import { createHash } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';

/** A unit file as it is on the disk. */
export type UnitFile =
  | { readonly kind: 'absent' }
  /** Written by a release of this program, and unchanged since. */
  | { readonly kind: 'ours'; readonly text: string }
  | { readonly kind: 'changed' | 'foreign'; readonly text: string };

/** A unit begins with comments, an agent of launchd with the declaration of XML and then comments. */
const HEAD =
  /^(?:<\?xml .*\n)?(?:#|<!--) Written by `gatehouse service install`.*\n(?:#|<!--) sha256 of what follows: ([0-9a-f]{64})(?: -->)?\n/;
/** Everybody may read a unit: it has no secret. */
const MODE = 0o644;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The comments that mark a text as ours, so that a change by hand is noticed later.
 * @param hint where the operator's own lines belong
 */
export const signature = (text: string, version: string, hint: string): readonly [string, string] => [
  `Written by \`gatehouse service install\` of ${version}. ${hint}`,
  `sha256 of what follows: ${digestOf(text)}`,
];

export function readUnit(file: string): UnitFile {
  const text = textAt(file);
  if (text === undefined) return { kind: 'absent' };
  const [head, digest] = HEAD.exec(text) ?? [];
  if (head === undefined) return { kind: 'foreign', text };
  return { kind: digestOf(text.slice(head.length)) === digest ? 'ours' : 'changed', text };
}

function textAt(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces the file as a whole. @throws the system's error */
export async function writeUnit(file: string, text: string): Promise<void> {
  const { replaceFile } = await import('../../../config/index.js');
  replaceFile(file, text, () => true);
  chmodSync(file, MODE);
}

/** The lines that only one of two texts has: `-` before those that would go, `+` before those that would come. */
export function difference(before: string, after: string): string {
  const [old, next] = [before.split('\n'), after.split('\n')];
  const gone = old.filter((line) => !next.includes(line)).map((line) => `- ${line}`);
  return [...gone, ...next.filter((line) => !old.includes(line)).map((line) => `+ ${line}`)].join('\n');
}

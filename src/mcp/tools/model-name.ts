import { createHash } from 'node:crypto';

/** The longest name of a tool that every vendor takes. */
const MAX_NAME = 64;
const HASH_CHARS = 8;

/** The name under which models see a tool: `<server>__<tool>` in letters that every vendor takes, shortened by a hash. */
export function modelName(server: string, tool: string): string {
  const name = `${server}__${tool}`;
  const safe = name.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  // Two tools may differ only in characters that are replaced.
  if (safe.length <= MAX_NAME && safe === name) return safe;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_CHARS);
  return `${safe.slice(0, MAX_NAME - HASH_CHARS - 1)}_${hash}`;
}

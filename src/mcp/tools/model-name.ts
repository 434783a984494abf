import { createHash } from 'node:crypto';

/** The longest name of a tool that every vendor takes. */
const MAX_NAME = 64;
const HASH_CHARS = 8;

/**
 * The names under which models see the tools of a server, by the server's names: `<server>__<tool>` in letters that every
 * vendor takes, shortened by a hash. A tool whose name would be that of another gets a hash too, so both can be called.
 */
export function modelNames(server: string, tools: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const isPlain = (tool: string) => safe(tool) === tool;
  for (const tool of [...tools.filter(isPlain), ...tools.filter((each) => !isPlain(each)).toSorted()]) {
    const name = candidatesFor(server, tool).find((each) => !taken.has(each)) ?? '';
    names.set(tool, name);
    taken.add(name);
  }
  return names;
}

/** The plain name where it is short enough, then with longer and longer hashes. */
function candidatesFor(server: string, tool: string): readonly string[] {
  const whole = `${server}__${safe(tool)}`;
  const hash = createHash('sha256').update(`${server}__${tool}`).digest('hex');
  const hashed = [HASH_CHARS, 2 * HASH_CHARS, 4 * HASH_CHARS].map(
    (length) => `${whole.slice(0, MAX_NAME - length - 1)}_${hash.slice(0, length)}`,
  );
  return whole.length <= MAX_NAME ? [whole, ...hashed] : hashed;
}

const safe = (tool: string): string => tool.replaceAll(/[^A-Za-z0-9_-]/g, '_');

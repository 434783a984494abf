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
    const name = freeName(server, tool, taken);
    names.set(tool, name);
    taken.add(name);
  }
  return names;
}

/** The plain name where it is short enough, else one with a hash: another one while a tool is called like it. */
function freeName(server: string, tool: string, taken: ReadonlySet<string>): string {
  const whole = `${server}__${safe(tool)}`;
  if (whole.length <= MAX_NAME && !taken.has(whole)) return whole;
  // No tool has # in its name, so no two of these texts are the same.
  for (let text = `${server}__${tool}`; ; text += '#') {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARS);
    const name = `${whole.slice(0, MAX_NAME - HASH_CHARS - 1)}_${hash}`;
    if (!taken.has(name)) return name;
  }
}

const safe = (tool: string): string => tool.replaceAll(/[^A-Za-z0-9_-]/g, '_');

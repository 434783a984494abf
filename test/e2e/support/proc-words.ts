import { readFileSync } from 'node:fs';

/**
 * The arguments or the environment of a running process.
 * @param what `cmdline` or `environ`
 */
export const procWords = (pid: number, what: 'cmdline' | 'environ'): readonly string[] =>
  readFileSync(`/proc/${pid}/${what}`, 'utf8').split('\0');

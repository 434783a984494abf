import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Every file and folder below one, with its content, mode and time of change. */
export function digestOf(dir: string, { times = true } = {}): Readonly<Record<string, string>> {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    ['.', ...names].map((name) => {
      const path = join(dir, name);
      const { mode, mtimeMs, size } = lstatSync(path);
      const content = lstatSync(path).isFile()
        ? createHash('sha256').update(readFileSync(path)).digest('hex')
        : '';
      return [relative(dir, path) || '.', [mode, times ? mtimeMs : '', times ? size : '', content].join(' ')];
    }),
  );
}

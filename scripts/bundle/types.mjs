// The types of the plugin API (ADR 0033), for plugin authors.
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const IMPORTED = /(?:from\s+|import\()['"](\.[^'"]+)\.js['"]/g;

/**
 * Copies a declaration file and all files it refers to.
 * @param entry declaration file below `from`
 */
export function copyTypes(entry, from, to) {
  const seen = new Set([entry]);
  for (const file of seen) {
    const text = readFileSync(file, 'utf8');
    for (const [, path] of text.matchAll(IMPORTED)) seen.add(`${resolve(dirname(file), path)}.d.ts`);
    cpSync(file, join(to, relative(from, file)));
  }
}

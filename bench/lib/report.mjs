import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const OUT = resolve(import.meta.dirname, '../.results');

/** The file in which a benchmark leaves its rows for `npm run bench`. */
export const reportOf = (name) => join(OUT, `${name}.json`);

/** Prints rows of the table of DESIGN 8 and stores them for `npm run bench`. */
export function report(name, rows) {
  for (const { work, target, measured, met, detail } of rows) {
    console.log(`${met ? 'met ' : 'MISSED'} ${work}: ${measured} (target ${target}) ${detail ?? ''}`);
  }
  mkdirSync(OUT, { recursive: true });
  writeFileSync(reportOf(name), JSON.stringify(rows, null, 2));
}

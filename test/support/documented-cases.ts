import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One row of a table, by the headings of its columns. */
export type Case = Readonly<Record<string, string>>;

/** The allowed values of each column of a table. */
export type Values = Readonly<Record<string, readonly string[]>>;

const ROOT = join(import.meta.dirname, '../..');

/** Test cases from the table under a heading of a documentation page, with `any` and lists expanded. */
export function documentedCases(page: string, heading: string, values: Values): Case[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const start = text.indexOf(`\n## ${heading}\n`);
  if (start < 0) throw new Error(`${page} has no section ${heading}`);
  const section = text.slice(start + 1).split('\n## ')[0]!;
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  const [header, , ...body] = cells;
  return body.flatMap((row) => {
    const written = row.map((cell, index) => (cell === 'any' ? values[header![index]!]! : cell.split(',')));
    return product(written).map((each) =>
      Object.fromEntries(each.map((cell, index) => [header![index]!, cell])),
    );
  });
}

/** All combinations of one element per list. */
export const product = (lists: readonly (readonly string[])[]): string[][] =>
  lists.reduce<string[][]>((all, list) => all.flatMap((head) => list.map((each) => [...head, each])), [[]]);

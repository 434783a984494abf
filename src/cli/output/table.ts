import { printable } from './text.js';

/** Lays rows out below their header, as text without a line break at its end. */
export type Table = (header: readonly string[], rows: readonly (readonly string[])[]) => string;

const GAP = '  ';
/** A narrower column of words is hard to read. */
const NARROWEST = 16;

/**
 * Aligned columns, which can be piped. Where they do not fit, columns without a value are left out and words wrap; where
 * that does not help either, each row becomes a list of its values. No word is ever cut: it may be an id to be pasted.
 * @param width of the terminal, in characters; without one, nothing is too wide
 */
export const tableFor =
  (width = Infinity): Table =>
  (header, rows) => {
    const cells = rows.map((row) => header.map((_, column) => printable(row[column] ?? '')));
    const all = [header, ...cells];
    const natural = widthsOf(all);
    if (total(natural) <= width) return grid(all, natural);
    const used = all.map((row) => row.filter((_, column) => cells.some((each) => each[column] !== '')));
    const fitting = widthsWithin(width, used);
    return fitting ? grid(used, fitting) : records(header, cells, width);
  };

/** Header and cell of each column, from left to right; a name stands for that value of the item. */
export type Columns<Item> = Readonly<Record<string, PlainName<Item> | ((item: Item) => string)>>;

/** The values that are texts or numbers, or none. */
type PlainName<Item> = {
  [Name in keyof Item]-?: Item[Name] extends string | number | null | undefined ? Name : never;
}[keyof Item];

/** @param none the words instead of an empty table */
export const tableOf =
  <Item>(none: string, columns: Columns<Item>) =>
  ({ items }: { readonly items: readonly Item[] }, { table }: { readonly table: Table }): string =>
    items.length === 0 ? none : rowsIn(table, columns, items);

export const rowsIn = <Item>(table: Table, columns: Columns<Item>, items: readonly Item[]): string =>
  table(
    Object.keys(columns),
    items.map((item) =>
      Object.values(columns).map((cell) =>
        typeof cell === 'function' ? cell(item) : String(item[cell] ?? ''),
      ),
    ),
  );

type Cells = readonly (readonly string[])[];

const longest = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => text.length));

const total = (widths: readonly number[]): number =>
  widths.reduce((sum, each) => sum + each, GAP.length * (widths.length - 1));

const columnsOf = (all: Cells): Cells =>
  (all[0] ?? []).map((_, column) => all.map((row) => row[column] ?? ''));

const widthsOf = (all: Cells): number[] => columnsOf(all).map(longest);

/** The widths of columns whose words wrap; undefined when that is not enough. */
function widthsWithin(width: number, all: Cells): readonly number[] | undefined {
  const natural = widthsOf(all);
  const least = columnsOf(all).map((cells, column) =>
    Math.max(longest(cells.flatMap((cell) => cell.split(' '))), Math.min(natural[column] ?? 0, NARROWEST)),
  );
  let spare = width - total(least);
  if (spare < 0) return undefined;
  return least.map((each, column) => {
    const more = Math.min(spare, (natural[column] ?? 0) - each);
    spare -= more;
    return each + more;
  });
}

const grid = (all: Cells, widths: readonly number[]): string =>
  all.flatMap((row) => rowLines(row, widths)).join('\n');

function rowLines(row: readonly string[], widths: readonly number[]): readonly string[] {
  const cells = row.map((cell, column) => wrapped(cell, widths[column] ?? 0));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, column) => (lines[line] ?? '').padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

/** A paragraph for each row: its values that are not empty, one below the other. */
function records(header: readonly string[], cells: Cells, width: number): string {
  const names = longest(header);
  const widths = [names, width - names - GAP.length];
  const paragraphs = cells.map((row) =>
    row.flatMap((cell, column) => (cell === '' ? [] : rowLines([header[column] ?? '', cell], widths))),
  );
  return paragraphs.map((lines) => lines.join('\n')).join('\n\n');
}

/** Breaks at spaces only. */
export function wrapped(text: string, width: number): readonly string[] {
  if (text.length <= width) return [text];
  return text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    const isRoom = last !== undefined && last.length + 1 + word.length <= width;
    return isRoom ? [...lines.slice(0, -1), `${last} ${word}`] : [...lines, word];
  }, []);
}

import type { Tally } from '../tally.ts';
import type { ProfileWarning, ValueType } from '../types.ts';

/** @param candidates those with which all rows have the same number of cells, the chosen one first */
export const delimiterWarning = (candidates: readonly string[]): ProfileWarning => ({
  code: 'delimiter_unsure',
  message: `The delimiter could be ${candidates.map((each) => JSON.stringify(each)).join(' or ')}; the first was used. Set it in options.param2.`,
});

export const headerWarning = (hasHeader: boolean): ProfileWarning => ({
  code: 'header_unsure',
  row: 1,
  message: `The first row was read as ${hasHeader ? 'the header' : 'data'}, but could also be ${hasHeader ? 'data' : 'the header'}. Set options.param1 to "csv; header=present" or "csv; header=absent".`,
});

export const raggedWarning = (row: number, cells: number, expected: number): ProfileWarning => ({
  code: 'ragged_row',
  row,
  message: `Row ${row} has ${counted(cells, 'cell')}; the first row has ${expected}.`,
});

/** @param name as in the profile */
export function columnWarnings(column: number, name: string, tally: Tally): ProfileWarning[] {
  const warnings: ProfileWarning[] = [];
  const groups = groupsIn(tally);
  const title = `Column ${column} (${JSON.stringify(name)})`;
  if (groups.length > 1) {
    const found = groups.map(({ words, count }) => `${words} (${count})`).join(' and ');
    const message = `${title} has ${found}.`;
    warnings.push({ code: 'mixed_types', row: groups.at(-1)?.firstRow ?? 1, column, message });
  }
  const { count, firstRow: row } = tally.daysThatAreNone;
  if (count > 0) {
    const message = `${title} has ${counted(count, 'value')} with an impossible date or time, counted as text.`;
    warnings.push({ code: 'no_such_day', row, column, message });
  }
  return warnings;
}

const GROUPS: readonly (readonly [words: string, types: readonly ValueType[]])[] = [
  ['numbers', ['integer', 'number']],
  ['dates', ['date']],
  ['booleans', ['boolean']],
  ['text', ['string']],
];

/** The groups of types in a column, the one with the most values first. Days that do not exist are in none. */
function groupsIn(tally: Tally) {
  const { types } = tally.profile();
  return GROUPS.map(([words, members]) => {
    const present = members.filter((type) => (types[type] ?? 0) > 0);
    const count = present.reduce((sum, type) => sum + (types[type] ?? 0), 0);
    return {
      words,
      count: words === 'text' ? count - tally.daysThatAreNone.count : count,
      firstRow: Math.min(...present.map((type) => tally.firstRowOf(type))),
    };
  })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.firstRow - b.firstRow);
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

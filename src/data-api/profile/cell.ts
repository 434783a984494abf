import { countCharacters } from './characters.ts';
import type { Tally } from './tally.ts';

/** Longer cells are text: no meaningful number or date is this long. */
const LONGEST_LITERAL = 64;
/** Leading zeros mean a code (a postcode, an article number), not a number. */
const NUMBER = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?Z|[+-]\d{2}:?\d{2})?)?$/;
const BOOLEAN = /^(?:true|false)$/i;
const NULL = /^(?:null)?$/i;

export type CellKind = 'null' | 'number' | 'boolean' | 'date' | 'string';

/** The kind of a trimmed cell's content. */
export function kindOf(cell: string): CellKind {
  if (cell.length > LONGEST_LITERAL) return 'string';
  if (NULL.test(cell)) return 'null';
  if (NUMBER.test(cell)) return 'number';
  if (BOOLEAN.test(cell)) return 'boolean';
  return DATE.test(cell) && !Number.isNaN(Date.parse(cell)) ? 'date' : 'string';
}

export function addCell(tally: Tally, raw: string): void {
  const cell = raw.trim();
  const kind = kindOf(cell);
  if (kind === 'null') tally.addNull();
  else if (kind === 'number') tally.addNumber(cell);
  else if (kind === 'boolean') tally.add('boolean');
  else if (kind === 'date') tally.addDate(cell, Date.parse(cell));
  else tally.addText(countCharacters(raw));
}

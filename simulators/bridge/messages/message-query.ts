import type { MessageRow } from '../common/types.js';

/** A page of the message table (imbridge-wire 2.8). */
export interface MessageQuery {
  readonly chatGuid: string | undefined;
  readonly where: readonly Readonly<Record<string, unknown>>[];
  readonly sort: 'ASC' | 'DESC';
  /** Bounds of the creation date in epoch ms, both inclusive. */
  readonly after: number | undefined;
  readonly before: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface MessagePage {
  readonly rows: readonly MessageRow[];
  /** Number of all matches, regardless of the page. */
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
}

type Test = (row: MessageRow) => boolean;
type Cell = string | number | null;

const CONDITION =
  /^message\.(\w+)\s*(>=|<=|==|=|!=|<>|>|<|LIKE)\s*(:\w+|-?\d+|'[^']*')(\s+COLLATE NOCASE)?$/i;

const COLUMNS: Readonly<Record<string, (row: MessageRow) => Cell>> = {
  rowid: (row) => row.originalROWID,
  guid: (row) => row.guid,
  text: (row) => row.text,
  is_from_me: (row) => Number(row.isFromMe),
  error: (row) => row.error,
  item_type: (row) => row.itemType,
  associated_message_guid: (row) => row.associatedMessageGuid,
};

/**
 * Sorts rows by their date of creation, as the real server does, **not** by their ROWID: a message that
 * arrived late with an old date is among the old ones.
 */
export function queryMessages(messages: readonly MessageRow[], query: MessageQuery): MessagePage {
  const { offset, limit } = query;
  const tests = [...rangeTests(query), ...query.where.flatMap(conditionTests)];
  const matching = messages.filter((row) => tests.every((test) => test(row)));
  const direction = query.sort === 'ASC' ? 1 : -1;
  const byDate = (a: MessageRow, b: MessageRow): number =>
    direction * (a.dateCreated - b.dateCreated || a.originalROWID - b.originalROWID);
  const rows = matching.sort(byDate).slice(offset, offset + limit);
  return { rows, total: matching.length, offset, limit };
}

function rangeTests({ chatGuid, after, before }: MessageQuery): readonly Test[] {
  const tests: Test[] = [];
  if (chatGuid !== undefined) tests.push((row) => row.chat.guid === chatGuid);
  if (after) tests.push((row) => row.dateCreated >= after);
  if (before) tests.push((row) => row.dateCreated <= before);
  return tests;
}

/** Parses comparisons of one column, joined by AND. The real server passes the text to SQLite. */
function conditionTests(condition: Readonly<Record<string, unknown>>): readonly Test[] {
  const args = (condition.args ?? {}) as Readonly<Record<string, Cell>>;
  const statement = condition.statement;
  if (typeof statement !== 'string') throw new Error('SQLITE_ERROR: incomplete input');
  return statement.split(/\s+AND\s+/i).map((part) => conditionTest(part.trim(), args));
}

function conditionTest(part: string, args: Readonly<Record<string, Cell>>): Test {
  const [, name = '', operator = '', operand = ''] = CONDITION.exec(part) ?? [];
  const column = COLUMNS[name.toLowerCase()];
  if (!column) throw new Error(`SQLITE_ERROR: near "${part}": syntax error`);
  const value = operand.startsWith(':') ? argument(args, operand.slice(1)) : literal(operand);
  return (row) => compare(column(row), operator.toUpperCase(), value);
}

function argument(args: Readonly<Record<string, Cell>>, name: string): Cell {
  const value = args[name];
  // SQLite binds a missing argument as NULL, and nothing compares to NULL.
  return value === undefined ? null : value;
}

const literal = (operand: string): Cell => (operand.startsWith("'") ? operand.slice(1, -1) : Number(operand));

function compare(left: Cell, operator: string, right: Cell): boolean {
  if (left === null || right === null) return false;
  if (operator === 'LIKE') return like(String(left), String(right));
  const order = typeof left === 'number' ? left - Number(right) : left.localeCompare(String(right));
  if (operator === '>') return order > 0;
  if (operator === '>=') return order >= 0;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator.startsWith('=') ? order === 0 : order !== 0;
}

function like(value: string, pattern: string): boolean {
  const escaped = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'is').test(value);
}

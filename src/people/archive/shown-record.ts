import type { PersonalRecord } from '../../persistence/index.js';

const IS_TIME = /(?:^|_)(?:at|until)$/;
/** Columns whose text is JSON. */
const IS_JSON = new Set([
  'answer',
  'asked_in',
  'body',
  'call',
  'change',
  'content',
  'details',
  'error',
  'open_payload',
  'options',
  'output',
  'selections',
  'shown',
  'stream',
  'turn',
  'input',
  'result',
  'value',
]);

/** A row as people read it: times in words, JSON as such, and no columns without a value. */
export const shownRecord = (record: PersonalRecord['record']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => [name, shown(name, value)]),
  );

function shown(name: string, value: unknown): unknown {
  if (typeof value === 'number' && IS_TIME.test(name)) return new Date(value).toISOString();
  return typeof value === 'string' && IS_JSON.has(name) ? parsed(value) : value;
}

/** A text that is no JSON after all stays as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

import type { Setting } from './setting.js';

/** A value as its field shows it. */
export function textOf({ kind, isSecret }: Setting, value: unknown): string {
  if (value === undefined || value === null || (isSecret && kind !== 'json')) return '';
  if (kind === 'lines' && Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** The value that someone has entered; the gateway says what is wrong with one of the wrong type. */
export function valueIn({ kind, default: standard }: Setting, text: string): unknown {
  if (kind === 'switch') return text === 'true';
  if (kind === 'lines') return text.split('\n').filter((line) => line.trim() !== '');
  if (kind === 'json') return parsed(text);
  if (text === '' && (kind === 'number' || standard === undefined || standard === null)) return null;
  // Only a number that is written as we would write it: `1.` is one that is not complete.
  return kind === 'number' && String(Number(text)) === text ? Number(text) : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A value within a sentence. */
export function shortText(value: unknown, isSecret = false): string {
  if (value === undefined || value === null) return 'the default';
  if (isSecret) return '********';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

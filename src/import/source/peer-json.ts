import { isRecord, fieldsOf } from '../../common/index.js';
import { ImportError } from '../import.error.js';
import type { SourceFolder } from './source-folder.js';

const MAX_BYTES = 67_108_864;

type JsonRecord = Readonly<Record<string, unknown>>;

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.isWellFormed() && !value.includes('\0')
    ? value.trim()
    : undefined;

/** A JSON text of the peer's database; empty for anything else. */
export function parsedRecord(text: unknown): JsonRecord {
  try {
    return typeof text === 'string' ? fieldsOf(JSON.parse(text)) : {};
  } catch {
    return {};
  }
}

/** A JSON file of the peer; empty when there is none. @throws ImportError when it is broken */
export function readJson(folder: SourceFolder, name: string): JsonRecord {
  const text = folder.read(name, MAX_BYTES);
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // JSON's own message quotes the text.
  }
  throw new ImportError(`${name} is not valid JSON with one object`);
}

/** Epoch ms of a time written in any of the peer's ways. */
export function timeOf(value: unknown): number | undefined {
  const ms =
    typeof value === 'number' ? (value < 1e11 ? value * 1_000 : value) : Date.parse(textOf(value) ?? '');
  return Number.isFinite(ms) && ms > 0 ? Math.floor(ms) : undefined;
}

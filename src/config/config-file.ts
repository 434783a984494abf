import { readFileSync } from 'node:fs';
import JSON5 from 'json5';
import { isPlainObject } from './config-path.js';
import { ConfigInvalidError, ConfigProblem } from './problem.js';
import { errorCode } from './secret-file.js';

/** The file's content as plain values; a missing or blank file is an empty object. Throws ConfigInvalidError. */
export function readConfigFile(path: string): Record<string, unknown> {
  const text = readText(path);
  const raw = text.trim() === '' ? {} : parse(text, path);
  if (!isPlainObject(raw)) throw invalid(path, 'must hold one object');
  return raw;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw invalid(path, `cannot be read (${errorCode(error)})`);
  }
}

/** json5's own message quotes the offending character, which may be part of a secret; only its place is passed on. */
function parse(text: string, path: string): unknown {
  try {
    return JSON5.parse(text);
  } catch (error) {
    throw invalid(path, `is not valid JSON5${placeOf(error)}`);
  }
}

function placeOf(error: unknown): string {
  if (!(error instanceof Error) || !('lineNumber' in error) || !('columnNumber' in error)) return '';
  return ` at line ${String(error.lineNumber)}, column ${String(error.columnNumber)}`;
}

function invalid(path: string, message: string): ConfigInvalidError {
  return new ConfigInvalidError([new ConfigProblem(path, message)]);
}

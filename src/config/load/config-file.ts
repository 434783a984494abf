import { isRecord } from '../../common/index.js';
import { createHash } from 'node:crypto';
import JSON5 from 'json5';
import { isTooDeep, TOO_DEEP } from '../tree/path.js';
import { ConfigInvalidError, ConfigProblem } from '../tree/problem.js';
import { errorCode, readRegularFile, unreadable } from '../files/read-file.js';

/** The file's content at one moment. */
export interface ConfigText {
  /** Includes the byte order mark; empty when there is no file. */
  readonly text: string;
  /** Identifies this version of the content; a missing file has a value of its own. */
  readonly digest: string;
  /** A missing file and a blank one have the same settings, but messages distinguish them. */
  readonly state: 'missing' | 'blank' | 'written';
}

/** The file's content as plain values; a missing or blank file is an empty object. Throws ConfigInvalidError. */
export function readConfigFile(path: string): Record<string, unknown> {
  return parseConfigText(readConfigText(path), path);
}

/** Throws ConfigInvalidError when the file is there and cannot be read. */
export function readConfigText(path: string): ConfigText {
  try {
    const bytes = readRegularFile(path);
    const text = bytes.toString('utf8');
    const digest = createHash('sha256').update(bytes).digest('hex');
    return { text, digest, state: isBlank(text) ? 'blank' : 'written' };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { text: '', digest: 'missing', state: 'missing' };
    throw invalid(path, unreadable(error));
  }
}

/** Throws ConfigInvalidError; `path` is for its problem. */
export function parseConfigText({ text }: ConfigText, path: string): Record<string, unknown> {
  const raw = isBlank(text) ? {} : parse(text.replace(/^\uFEFF/, ''), path);
  if (!isRecord(raw)) throw invalid(path, 'must contain one object');
  if (isTooDeep(raw)) throw invalid(path, TOO_DEEP);
  return raw;
}

/** White space and a byte order mark. */
const isBlank = (text: string): boolean => text.trim() === '';

/** json5's own message quotes the offending character, which may be part of a secret; this keeps only its position. */
function parse(text: string, path: string): unknown {
  try {
    return JSON5.parse(text);
  } catch (error) {
    throw invalid(path, `is not valid JSON5${positionOf(error)}`);
  }
}

function positionOf(error: unknown): string {
  if (!(error instanceof Error) || !('lineNumber' in error) || !('columnNumber' in error)) return '';
  return ` at line ${String(error.lineNumber)}, column ${String(error.columnNumber)}`;
}

function invalid(path: string, message: string): ConfigInvalidError {
  return new ConfigInvalidError([new ConfigProblem(path, message)]);
}

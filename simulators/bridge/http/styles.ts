import { badRequest } from '../common/envelopes.js';
import { STYLES } from '../common/types.js';
import type { Json } from './route.js';

/** The first macOS whose Messages has styles. */
const SEQUOIA = 15;
const KNOWN: readonly unknown[] = STYLES;

/** The ranges of a text's `textFormatting`; undefined when there are none, which counts as not given. */
export function stylesIn({ textFormatting }: Json): readonly unknown[] | undefined {
  return Array.isArray(textFormatting) && textFormatting.length > 0 ? textFormatting : undefined;
}

/** Throws the 400 of the server for the first fault (imbridge-wire 2.3). */
export function refuseBadStyles(ranges: readonly unknown[], body: Json, osMajor: number): void {
  if (body.attributedBody) throw badRequest('Use either textFormatting or attributedBody, not both');
  if (osMajor < SEQUOIA)
    throw badRequest('Text formatting is only supported on macOS Sequoia (15) and newer');
  const message = typeof body.message === 'string' ? body.message : '';
  if (message === '') throw badRequest("A non-empty 'message' is required when using textFormatting");
  for (const [index, range] of ranges.entries()) {
    const problem = rangeProblem(range, message.length);
    if (problem !== undefined) throw badRequest(`textFormatting[${index}]${problem}`);
  }
}

function rangeProblem(range: unknown, messageLength: number): string | undefined {
  if (typeof range !== 'object' || range === null || Array.isArray(range)) return ' must be an object';
  const { start, length, styles } = range as Json;
  if (!isWhole(start) || start < 0) return '.start must be an integer >= 0';
  if (!isWhole(length) || length <= 0) return '.length must be an integer > 0';
  if (start + length > messageLength) return ' range exceeds message length';
  if (!Array.isArray(styles) || styles.length === 0) return '.styles must be a non-empty array';
  const unknown = (styles as readonly string[]).find((style) => !KNOWN.includes(style));
  return unknown === undefined ? undefined : `.styles contains unsupported value: ${unknown}`;
}

const isWhole = (value: unknown): value is number => Number.isInteger(value);

import { isUtf8 } from 'node:buffer';
import type { FieldFault } from '../../common/index.js';
import type { ProcessOptions } from '../processors/process-options.ts';
import { bytesOf } from '../profile/text-bytes.ts';
import { fingerprintOf } from '../requests/request-ledger.service.js';
import type { LongBodyOutcome, LongBodyTask, LongText } from './tasks.ts';

/** Room for the options and the surrounding JSON. */
export const ENVELOPE_BYTES = 65_536;

interface Body {
  readonly input_data?: unknown;
  readonly options?: ProcessOptions | null;
}

/** Takes `input_data` out of a long body; what is left is for the usual checks. Never throws. */
export function takeText({ body: pieces, hasKey }: LongBodyTask): LongBodyOutcome {
  const body = Buffer.concat(pieces);
  if (!isUtf8(body)) return refused('is not valid UTF-8', 'wrong_format');
  const value = parsed(new TextDecoder().decode(body));
  if (value === undefined) return refused('is not valid JSON', 'wrong_format');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refused('must be an object', 'wrong_type');
  const rest = restOf(value);
  if (rest === undefined) return refused('is nested too deeply');
  if (rest.length > ENVELOPE_BYTES)
    return refused(`has more than ${ENVELOPE_BYTES} characters beside input_data`);
  return { kind: 'taken', rest, text: longText(value, hasKey) };
}

const refused = (words: string, code: FieldFault['code'] = 'invalid'): LongBodyOutcome => ({
  kind: 'refused',
  words,
  code,
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Undefined when it is nested so deeply that it cannot be written. */
function restOf(body: Body): string | undefined {
  const { input_data: input } = body;
  const beginning = typeof input === 'string' ? input.slice(0, 1) : null;
  try {
    return JSON.stringify(input === undefined ? body : { ...body, input_data: beginning });
  } catch {
    return undefined;
  }
}

function longText({ input_data: input, options }: Body, hasKey: boolean): LongText | undefined {
  if (typeof input !== 'string') return undefined;
  const text = bytesOf(input);
  const byteLength = text.encoding === 'utf8' ? text.bytes.length : Buffer.byteLength(input);
  return { ...text, byteLength, fingerprint: hasKey ? fingerprintOf(input, options ?? {}) : undefined };
}

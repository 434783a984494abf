import { GatehouseError } from '../../common/index.js';
import type { ProcessOptions } from './processor.js';
import { type Format, FORMATS } from '../profile/types.js';

export interface ProfileOptions {
  readonly format: Format;
  readonly delimiter: string | undefined;
}

/** `param1` is the format, `param2` the CSV delimiter (DESIGN 7). @throws GatehouseError INVALID_REQUEST */
export function profileOptions({ param1, param2 }: ProcessOptions): ProfileOptions {
  const format = FORMATS.find((each) => each === (param1 ?? 'auto'));
  if (format === undefined)
    throw GatehouseError.invalid(`options.param1 must be one of ${FORMATS.join(', ')}`);
  return { format, delimiter: param2 === undefined ? undefined : delimiterIn(param2) };
}

/** Names for the tab, which is hard to type in query strings, shells and forms. */
const TABS: ReadonlySet<string> = new Set(['\\t', 'tab']);
/** One character without another meaning in CSV. */
const DELIMITER = /^[^"\r\n\0\uFEFF\uFFFD\p{Surrogate}]$/u;

function delimiterIn(param: string): string {
  if (TABS.has(param)) return '\t';
  if (DELIMITER.test(param)) return param;
  throw GatehouseError.invalid(
    'options.param2 must be one character other than a quote or a line end, or tab',
  );
}

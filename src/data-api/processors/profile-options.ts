import { GatehouseError } from '../../common/index.js';
import type { ProcessOptions } from './processor.js';
import { FORMATS, HEADERS, type ProfileTask } from '../profile/types.js';

export type ProfileOptions = Omit<ProfileTask, 'input'>;

/** `param1` is the format, `param2` the CSV delimiter (DESIGN 7). @throws GatehouseError INVALID_REQUEST */
export function profileOptions({ param1 = 'auto', param2 }: ProcessOptions): ProfileOptions {
  return { ...formatIn(param1), delimiter: param2 === undefined ? undefined : delimiterIn(param2) };
}

/** A parameter behind the format, as in a media type. */
const WITH_HEADER = /^csv *; *header *= *(\w+)$/;

function formatIn(param: string): Pick<ProfileTask, 'format' | 'header'> {
  const format = FORMATS.find((each) => each === param);
  if (format) return { format };
  const value = WITH_HEADER.exec(param)?.[1];
  const header = HEADERS.find((each) => each === value);
  if (header) return { format: 'csv', header };
  const others = HEADERS.map((each) => `"csv; header=${each}"`);
  throw GatehouseError.invalid(`options.param1 must be one of ${[...FORMATS, ...others].join(', ')}`);
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

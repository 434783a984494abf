import { Injectable } from '@nestjs/common';
import { type FieldFault, GatehouseError } from '../../common/index.js';
import { profile } from '../profile/profile.js';
import { FORMATS, HEADERS, type ProfileOutput, type ProfileTask } from '../profile/types.js';
import { DataThreads, MAX_INLINE } from '../workers/data-threads.js';
import type { ProcessInput, Processor } from './processor.js';
import { optionFault, type ProcessOptions } from './process-options.js';

type ProfileOptions = Omit<ProfileTask, 'input'>;

/** `param1` is the format, `param2` the CSV delimiter (DESIGN 7). @throws GatehouseError INVALID_REQUEST */
export function profileOptions(options: ProcessOptions): ProfileOptions {
  const { param1 = 'auto', param2 } = options;
  const format = formatIn(param1);
  const delimiter = param2 === undefined ? undefined : delimiterIn(param2);
  const faults: FieldFault[] = [];
  if (format === undefined) faults.push(optionFault('param1', options, NO_FORMAT));
  if (param2 !== undefined && delimiter === undefined)
    faults.push(optionFault('param2', options, NO_DELIMITER));
  if (format === undefined || faults.length > 0) throw GatehouseError.invalidFields(faults);
  return { ...format, delimiter };
}

/** Names for the tab, which is hard to type in query strings, shells and forms. */
const TABS: ReadonlySet<string> = new Set(['\\t', 'tab']);
/** One character without another meaning in CSV. */
const DELIMITER = /^[^"\r\n\0\uFEFF\uFFFD\p{Surrogate}]$/u;
const NO_DELIMITER = {
  code: 'wrong_format',
  words: 'must be one character other than a quote or a line break, or tab',
} as const;
const HEADER_FORMS = HEADERS.map((each) => `"csv; header=${each}"`);
const NO_FORMAT = {
  code: 'not_a_choice',
  words: `must be one of ${[...FORMATS, ...HEADER_FORMS].join(', ')}`,
} as const;

/** A parameter behind the format, as in a media type. */
const WITH_HEADER = /^csv *; *header *= *(\w+)$/;

/** Undefined for a text that is no format. */
function formatIn(param: string): Pick<ProfileTask, 'format' | 'header'> | undefined {
  const format = FORMATS.find((each) => each === param);
  if (format) return { format };
  const value = WITH_HEADER.exec(param)?.[1];
  const header = HEADERS.find((each) => each === value);
  return header && { format: 'csv', header };
}

/** Undefined for a text that is no delimiter. */
function delimiterIn(param: string): string | undefined {
  if (TABS.has(param)) return '\t';
  return DELIMITER.test(param) ? param : undefined;
}

/** Describes the input: JSON, CSV or text, and its structure. Stores nothing and calls no service. */
@Injectable()
export class ProfileProcessor implements Processor {
  readonly name = 'profile';

  constructor(private readonly threads: DataThreads) {}

  check(options: ProcessOptions): void {
    profileOptions(options);
  }

  async run({ data, options, userId }: ProcessInput, signal: AbortSignal): Promise<ProfileOutput> {
    const task: ProfileTask = { input: data, ...profileOptions(options) };
    const isShort = data.length <= MAX_INLINE;
    const outcome = isShort ? profile(task) : await this.threads.profile(task, userId, signal);
    if (outcome.kind === 'done') return outcome.output;
    throw GatehouseError.invalidFields([{ field: 'input_data', code: 'invalid', message: outcome.reason }]);
  }
}

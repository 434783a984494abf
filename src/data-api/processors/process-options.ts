import type { FieldFault } from '../../common/index.js';

/**
 * The options of a request (spec 1), each with its text in the contract. This list is their only one: validation,
 * contract, identity of a request and the question to an agent are made from it. A new option goes at the end, so that
 * requests with the others keep their identity.
 */
export const PROCESS_OPTIONS = {
  param1: {
    description:
      '`profile`: the format of the input: `auto` (default), `json`, `jsonl`, `csv` or `text`; `csv; header=present` and `csv; header=absent` say whether the first row contains the column names. `agent`: any text.',
    example: 'csv',
  },
  param2: {
    description:
      '`profile`: the delimiter of CSV, one character or `tab`; detected if omitted. `agent`: any text.',
    example: ';',
  },
} as const;

export type ProcessOption = keyof typeof PROCESS_OPTIONS;

export const PROCESS_OPTION_NAMES = Object.keys(PROCESS_OPTIONS) as readonly ProcessOption[];

/** The unchecked options of a request, whose meaning the processor defines. */
export type ProcessOptions = Readonly<Partial<Record<ProcessOption, string | undefined>>>;

/** In the order of the list; null for an option that is not given. */
export const optionValues = (options: ProcessOptions): (readonly [ProcessOption, string | null])[] =>
  PROCESS_OPTION_NAMES.map((name) => [name, options[name] ?? null]);

/** A fault of an option. @param words what follows its name; an empty option is called that */
export function optionFault(
  name: ProcessOption,
  { [name]: value }: ProcessOptions,
  fault: Pick<FieldFault, 'code'> & { readonly words: string },
): FieldFault {
  const { code, words } = value === '' ? ({ code: 'empty', words: 'is empty' } as const) : fault;
  const field = `options.${name}`;
  return { field, code, message: `${field} ${words}` };
}

/** The options of an unchecked body that are texts. */
export function optionsIn(body: unknown): ProcessOptions {
  const { options } = (body ?? {}) as { readonly options?: unknown };
  const given = (options ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    PROCESS_OPTION_NAMES.map((name) => [name, given[name]]).filter(([, value]) => typeof value === 'string'),
  ) as ProcessOptions;
}

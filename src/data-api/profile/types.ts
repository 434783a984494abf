/** Values of `options.param1`: the format of the input; `auto` detects it. */
export const FORMATS = ['auto', 'json', 'jsonl', 'csv', 'text'] as const;
export type Format = (typeof FORMATS)[number];

/** The values of `header` in `csv; header=…`, as in the media type of RFC 4180. */
export const HEADERS = ['present', 'absent'] as const;
export type Header = (typeof HEADERS)[number];

/** One task; it is sent to the worker thread, so it is plain data. */
export interface ProfileTask {
  readonly input: string;
  readonly format: Format;
  /** One character; undefined = detect it. */
  readonly delimiter?: string | undefined;
  /** Of CSV; undefined = detect it. */
  readonly header?: Header | undefined;
}

/** The counts of the values in a column, or at a path of a JSON document. */
export interface ValueProfile {
  /** Values, nulls included. */
  readonly count: number;
  /** CSV: empty cells, the word `null`, and `\N`, by which SQL tools write it. */
  readonly nulls: number;
  /** The number of values of each type, without nulls. */
  readonly types: Readonly<Partial<Record<ValueType, number>>>;
  /** The range of the numbers that fit in a double. */
  readonly min: number | null;
  readonly max: number | null;
  /** The range of the dates (ISO 8601), as written; a time without a zone is UTC. CSV only. */
  readonly earliest: string | null;
  readonly latest: string | null;
  /** Characters of strings, items of arrays. */
  readonly min_length: number | null;
  readonly max_length: number | null;
  /** Integers that a double cannot represent exactly (2^53 + 1, not 2^60), and numbers beyond its range (1e999). */
  readonly inexact_numbers: number;
}

export type ValueType = 'integer' | 'number' | 'boolean' | 'date' | 'string' | 'object' | 'array';

export interface JsonProfile {
  readonly root: JsonType;
  /** 0 for a single value, 1 for a flat object. */
  readonly depth: number;
  readonly counts: Readonly<Record<JsonType, number>>;
  readonly keys: number;
  /** Keys that appear more than once in their object. */
  readonly duplicate_keys: number;
  /** In the order of their first appearance. */
  readonly fields: readonly (ValueProfile & { readonly path: string })[];
  /** Whether there are more paths than listed. */
  readonly fields_truncated: boolean;
}

/** Of JSON lines; the path `$` is each record. */
export type JsonLinesProfile = Omit<JsonProfile, 'root'> & {
  /** Lines without the blank ones. */
  readonly records: number;
};

export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

export interface CsvProfile {
  readonly delimiter: string;
  /** Whether the first row holds the names. */
  readonly has_header: boolean;
  /** Without the header; empty lines do not count. */
  readonly rows: number;
  /** Cells of the widest row. */
  readonly column_count: number;
  /** Rows that are longer or shorter than the first. */
  readonly ragged_rows: number;
  readonly columns: readonly (ValueProfile & { readonly name: string })[];
  /** Whether there are more columns than listed. */
  readonly columns_truncated: boolean;
}

/** What a warning is about: what the profile had to guess, or what makes a part of it doubtful. */
export const WARNING_CODES = [
  'delimiter_unsure',
  'header_unsure',
  'ragged_row',
  'mixed_types',
  'no_such_day',
  'not_json_lines',
] as const;

export interface ProfileWarning {
  readonly code: (typeof WARNING_CODES)[number];
  /** From 1, the header included; lines that are empty do not count. Of text: the line. */
  readonly row?: number;
  /** From 1. */
  readonly column?: number;
  /** For people. */
  readonly message: string;
}

export interface TextProfile {
  readonly words: number;
  readonly blank_lines: number;
  /** Characters. */
  readonly longest_line: number;
}

/** Fields of every profile. */
export interface TextFacts {
  readonly bytes: number;
  /** Unicode code points. */
  readonly characters: number;
  readonly lines: number;
  /** SHA-256 of the UTF-8 bytes, hexadecimal. */
  readonly sha256: string;
  readonly has_bom: boolean;
  readonly nul_characters: number;
  /** U+FFFD, the traces of a wrong encoding. */
  readonly replacement_characters: number;
  readonly lone_surrogates: number;
}

/** The output of the processor `profile`: the facts, the warnings, and one structure, named by `format`. */
export type ProfileOutput = TextFacts & {
  /** At most {@link MAX_WARNINGS}, the most important first. */
  readonly warnings: readonly ProfileWarning[];
} & (
    | { readonly format: 'json'; readonly json: JsonProfile }
    | { readonly format: 'jsonl'; readonly jsonl: JsonLinesProfile }
    | { readonly format: 'csv'; readonly csv: CsvProfile }
    | { readonly format: 'text'; readonly text: TextProfile }
  );

/** `refused`: the input is not what `format` says; `reason` never quotes it. */
export type ProfileOutcome =
  | { readonly kind: 'done'; readonly output: ProfileOutput }
  | { readonly kind: 'refused'; readonly reason: string };

/** The maximum number of listed columns and paths, so that the output stays small for any input. */
export const MAX_LISTED = 200;

export const MAX_WARNINGS = 20;

import { BOM, factsOf } from './characters.ts';
import { profileCsv } from './csv/csv.ts';
import { NotCsvError } from './csv/csv-reader.ts';
import { delimiterWarning } from './csv/csv-warnings.ts';
import {
  DEFAULT_DELIMITER,
  likelyDelimiters,
  looksLikeJson,
  tableDelimiters,
  withoutHint,
} from './detect.ts';
import { profileJson, profileJsonLines } from './json.ts';
import { findJsonLines } from './json-lines.ts';
import { profileText } from './text.ts';
import {
  type Header,
  MAX_WARNINGS,
  type ProfileOutcome,
  type ProfileOutput,
  type ProfileTask,
  type ProfileWarning,
  type TextFacts,
} from './types.ts';

/** The structure of a text; any text has a profile under `auto`. Runs in a worker thread for long ones. */
export function profile(task: ProfileTask): ProfileOutcome {
  const { input } = task;
  const facts = factsOf(input);
  const structure = structureOf(facts.has_bom ? input.slice(BOM.length) : input, task);
  if (typeof structure === 'string')
    return { kind: 'refused', reason: `input_data is not valid ${structure}` };
  const warnings = (structure.warnings ?? []).slice(0, MAX_WARNINGS);
  return { kind: 'done', output: { ...facts, ...structure, warnings } };
}

/** What a profile has besides the facts. */
type Structure = WithoutFacts<ProfileOutput> & { readonly warnings?: readonly ProfileWarning[] };
type WithoutFacts<Output> = Output extends unknown ? Omit<Output, keyof TextFacts | 'warnings'> : never;

/** @returns otherwise what the text is not, and why */
function structureOf(text: string, { format, delimiter, header }: ProfileTask): Structure | string {
  switch (format) {
    case 'json':
      return jsonIn(text) ?? 'JSON';
    case 'jsonl': {
      const { records, wrong } = findJsonLines(text, () => true);
      if (wrong === undefined && records > 0) return jsonLines(text);
      return `JSON lines: line ${wrong ?? 1} is not JSON`;
    }
    case 'csv':
      return requiredCsv(text, delimiter, header);
    case 'text':
      return { format, text: profileText(text) };
    case 'auto':
      return (
        (looksLikeJson(text) ? (jsonIn(text) ?? jsonLinesIn(text)) : undefined) ??
        csvIn(text, delimiter) ?? { format: 'text', text: profileText(text) }
      );
  }
}

function jsonIn(text: string): Structure | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return { format: 'json', json: profileJson(text) };
}

const jsonLines = (text: string): Structure => ({ format: 'jsonl', jsonl: profileJsonLines(text) });

/** A text whose first line is an object is never CSV, though each line may have as many commas. */
function jsonLinesIn(text: string): Structure | undefined {
  const { records, wrong } = findJsonLines(text, (value) => typeof value === 'object' && value !== null);
  if (records === 0) return undefined;
  if (wrong === undefined) return jsonLines(text);
  if (!text.trimStart().startsWith('{')) return undefined;
  const message = `Line ${wrong} is not a JSON object, so the input was profiled as text instead of JSON lines.`;
  return {
    format: 'text',
    text: profileText(text),
    warnings: [{ code: 'not_json_lines', row: wrong, message }],
  };
}

function csvIn(text: string, wanted: string | undefined): Structure | undefined {
  const { rows, delimiter: named } = withoutHint(text);
  const known = wanted ?? named;
  const delimiters = tableDelimiters(rows, known === undefined ? undefined : [known]);
  const csv = delimiters.length > 0 ? csvBy(rows, delimiters) : undefined;
  return typeof csv === 'string' ? undefined : csv;
}

function requiredCsv(
  text: string,
  wanted: string | undefined,
  header: Header | undefined,
): Structure | string {
  const { rows, delimiter: named } = withoutHint(text);
  const known = wanted ?? named;
  const delimiters = known === undefined ? likelyDelimiters(rows) : [known];
  return csvBy(rows, delimiters.length > 0 ? delimiters : [DEFAULT_DELIMITER], header);
}

/** @param delimiters the one to use, and others that are as likely */
function csvBy(rows: string, delimiters: readonly string[], header?: Header): Structure | string {
  try {
    const { csv, warnings } = profileCsv(rows, delimiters[0] ?? DEFAULT_DELIMITER, header);
    const unsure = delimiters.length > 1 ? [delimiterWarning(delimiters)] : [];
    return { format: 'csv', csv, warnings: [...unsure, ...warnings] };
  } catch (error) {
    if (error instanceof NotCsvError) return `CSV: ${error.message}`;
    throw error;
  }
}

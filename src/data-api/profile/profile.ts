import { BOM, factsOf } from './characters.ts';
import { profileCsv } from './csv.ts';
import { NotCsvError } from './csv-reader.ts';
import { DEFAULT_DELIMITER, detectDelimiter, looksLikeJson } from './detect.ts';
import { profileJson } from './json.ts';
import { profileText } from './text.ts';
import { textIn } from './text-bytes.ts';
import type { CsvProfile, JsonProfile, ProfileOutcome, ProfileOutput, ProfileTask } from './types.ts';

/** The structure of a text; any text has a profile under `auto`. Runs in a worker thread for all but small inputs. */
export function profile(task: ProfileTask): ProfileOutcome {
  const input = typeof task.input === 'string' ? task.input : textIn(task.input);
  const facts = factsOf(input);
  const text = facts.has_bom ? input.slice(BOM.length) : input;
  switch (task.format) {
    case 'json': {
      const json = jsonIn(text);
      return json ? done({ ...facts, format: 'json', json }) : refused('input_data is not valid JSON');
    }
    case 'csv':
      return forcedCsv(text, task.delimiter, (csv) => done({ ...facts, format: 'csv', csv }));
    case 'text':
      return done({ ...facts, format: 'text', text: profileText(text) });
    case 'auto': {
      const json = looksLikeJson(text) ? jsonIn(text) : undefined;
      if (json) return done({ ...facts, format: 'json', json });
      const csv = csvIn(text, task.delimiter);
      if (csv) return done({ ...facts, format: 'csv', csv });
      return done({ ...facts, format: 'text', text: profileText(text) });
    }
  }
}

const done = (output: ProfileOutput): ProfileOutcome => ({ kind: 'done', output });
const refused = (reason: string): ProfileOutcome => ({ kind: 'refused', reason });

function jsonIn(text: string): JsonProfile | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return profileJson(text);
}

function csvIn(text: string, wanted: string | undefined): CsvProfile | undefined {
  const delimiter = detectDelimiter(text, wanted === undefined ? undefined : [wanted]);
  if (delimiter === undefined) return undefined;
  try {
    return profileCsv(text, delimiter);
  } catch (error) {
    if (error instanceof NotCsvError) return undefined;
    throw error;
  }
}

function forcedCsv(
  text: string,
  wanted: string | undefined,
  use: (csv: CsvProfile) => ProfileOutcome,
): ProfileOutcome {
  try {
    return use(profileCsv(text, wanted ?? detectDelimiter(text) ?? DEFAULT_DELIMITER));
  } catch (error) {
    if (error instanceof NotCsvError) return refused(`input_data is not valid CSV: ${error.message}`);
    throw error;
  }
}

import { linesIn } from './text.ts';

export interface JsonLines {
  /** Lines before the first wrong one, without blank ones. */
  readonly records: number;
  /** The first line that is no record, from 1; undefined when all are. */
  readonly wrong: number | undefined;
}

/** @param isRecord which values may be records */
export function findJsonLines(text: string, isRecord: (value: unknown) => boolean): JsonLines {
  let records = 0;
  let number = 0;
  for (const line of linesIn(text)) {
    number++;
    if (line.trim() === '') continue;
    if (!isJson(line, isRecord)) return { records, wrong: number };
    records++;
  }
  return { records, wrong: undefined };
}

function isJson(line: string, isRecord: (value: unknown) => boolean): boolean {
  try {
    return isRecord(JSON.parse(line));
  } catch {
    return false;
  }
}

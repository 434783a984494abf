import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const DOCKERFILE = resolve(import.meta.dirname, '../../Dockerfile');

export interface Instruction {
  readonly keyword: string;
  /** The text after the keyword, on one line. */
  readonly text: string;
}

/** The stages of a Dockerfile: the instructions before the first FROM, then one list per stage, its FROM first. */
export function readStages(file = DOCKERFILE): readonly (readonly Instruction[])[] {
  const lines = readFileSync(file, 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const stages: Instruction[][] = [[]];
  for (const line of lines.filter((each) => each.trim() !== '')) {
    const [keyword = '', ...rest] = line.trim().split(/\s+/);
    if (keyword === 'FROM') stages.push([]);
    stages.at(-1)!.push({ keyword, text: rest.join(' ') });
  }
  return stages;
}

/** The command of an ENTRYPOINT or a HEALTHCHECK in its JSON form. */
export const commandIn = (text: string): readonly string[] =>
  JSON.parse(text.slice(text.indexOf('['))) as string[];

/** The variables of an ENV. */
export const variablesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(text.split(' ').map((each) => each.split('=') as [string, string]));

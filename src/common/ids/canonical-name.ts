const ASCII = /^[\0-\x7f]*$/;

/**
 * The one form in which addresses and names are compared: lower case, accents composed. A character that Unicode treats
 * as another spelling of a character stays unchanged: the KELVIN SIGN (U+212A) does not become `k`, because it may be
 * in another person's name.
 */
export function canonicalName(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return Array.from(text).reduce<string[]>(intoRuns, ['']).map(canonicalRun).join('');
}

/**
 * Puts characters that normalising would replace into runs of their own, and all others together with their accents.
 */
function intoRuns(runs: string[], character: string): string[] {
  const last = runs.at(-1) ?? '';
  if (isSpellingOfAnother(character) || isSpellingOfAnother(last)) runs.push(character);
  else runs[runs.length - 1] = last + character;
  return runs;
}

const canonicalRun = (run: string): string =>
  isSpellingOfAnother(run) ? run : run.normalize('NFC').toLowerCase();

/** Whether it is one character that Unicode would replace by another; false for a letter with its accents. */
const isSpellingOfAnother = (run: string): boolean => /^.$/su.test(run) && run.normalize('NFC') !== run;

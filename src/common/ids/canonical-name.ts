const ASCII = /^[\0-\x7f]*$/;

/**
 * The one form in which addresses and names are compared: lower case, accents composed. A character that Unicode
 * treats as a spelling of another one stays unchanged: the KELVIN SIGN (U+212A) is not `k`, because it may be another
 * person's.
 */
export function canonicalName(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return Array.from(text).reduce<string[]>(intoRuns, ['']).map(canonicalRun).join('');
}

/** Characters that normalising would replace stand alone, the others together with their accents. */
function intoRuns(runs: string[], character: string): string[] {
  const last = runs.at(-1) ?? '';
  if (isSpellingOfAnother(character) || isSpellingOfAnother(last)) runs.push(character);
  else runs[runs.length - 1] = last + character;
  return runs;
}

const canonicalRun = (run: string): string =>
  isSpellingOfAnother(run) ? run : run.normalize('NFC').toLowerCase();

/** Whether it is one character for which Unicode has another one; false for a letter with its accents. */
const isSpellingOfAnother = (run: string): boolean => /^.$/su.test(run) && run.normalize('NFC') !== run;

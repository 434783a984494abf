import { countCharacters } from './characters.ts';
import type { TextProfile } from './types.ts';

/** Profiles a text line by line. */
export function profileText(text: string): TextProfile {
  let blank = 0;
  let longest = 0;
  for (const line of linesIn(text)) {
    if (line.trim() === '') blank++;
    longest = Math.max(longest, countCharacters(line));
  }
  return { words: countWords(text), blank_lines: blank, longest_line: longest };
}

/** The lines, which end with LF, CRLF or CR. */
export function* linesIn(text: string): Generator<string> {
  const end = /\r\n|\n|\r/g;
  for (let start = 0; start < text.length; start = end.lastIndex) {
    const found = end.exec(text);
    yield text.slice(start, found?.index);
    if (!found) return;
  }
}

function countWords(text: string): number {
  let words = 0;
  for (const word = /\S+/g; word.test(text);) words++;
  return words;
}

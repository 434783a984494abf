import { countCharacters } from './characters.ts';
import type { TextProfile } from './types.ts';

/** Profiles a text line by line; lines end with LF or CRLF. */
export function profileText(text: string): TextProfile {
  let blank = 0;
  let longest = 0;
  for (let start = 0; start < text.length;) {
    const lineFeed = text.indexOf('\n', start);
    const end = lineFeed < 0 ? text.length : lineFeed;
    const line = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
    if (line.trim() === '') blank++;
    longest = Math.max(longest, countCharacters(line));
    start = end + 1;
  }
  return { words: countWords(text), blank_lines: blank, longest_line: longest };
}

function countWords(text: string): number {
  let words = 0;
  for (const word = /\S+/g; word.test(text);) words++;
  return words;
}

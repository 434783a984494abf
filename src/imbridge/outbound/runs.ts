import {
  type FormattedText,
  formattedText,
  type StyledRange,
  TEXT_STYLES,
  type TextStyle,
} from '../../channels/index.js';

/** A piece of text in one style. */
interface Run {
  readonly text: string;
  /** In the order of TEXT_STYLES, each once. */
  readonly styles: readonly TextStyle[];
}

/** A text in pieces, which keep their styles while it is put together. */
export type Runs = readonly Run[];

const NO_STYLES: readonly TextStyle[] = [];

export const runs = (text: string): Runs => (text === '' ? [] : [{ text, styles: NO_STYLES }]);

export const unstyled = (all: Runs): string => all.map(({ text }) => text).join('');

export const styledAs = (style: TextStyle, all: Runs): Runs =>
  all.map((run) => (run.styles.includes(style) ? run : { text: run.text, styles: withStyle(style, run) }));

const withStyle = (style: TextStyle, { styles }: Run): readonly TextStyle[] =>
  TEXT_STYLES.filter((each) => each === style || styles.includes(each));

export const joined = (parts: readonly Runs[], separator: string): Runs =>
  parts.flatMap((part, index) => (index === 0 ? part : [...runs(separator), ...part]));

export function linesOf(all: Runs): Runs[] {
  const lines: Run[][] = [[]];
  for (const { text, styles } of all) {
    const [first = '', ...others] = text.split('\n');
    if (first !== '') lines.at(-1)?.push({ text: first, styles });
    for (const other of others) lines.push(other === '' ? [] : [{ text: other, styles }]);
  }
  return lines;
}

export function trimmed(all: Runs): Runs {
  const text = unstyled(all);
  const from = text.length - text.trimStart().length;
  return slice(all, from, text.trimEnd().length);
}

function slice(all: Runs, from: number, to: number): Runs {
  let start = 0;
  return all.flatMap(({ text, styles }) => {
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += text.length;
    return part === '' ? [] : [{ text: part, styles }];
  });
}

/** The text without white space at its end. */
export function formattedTextOf(all: Runs): FormattedText {
  const text = unstyled(all).trimEnd();
  const ranges: StyledRange[] = [];
  let start = 0;
  for (const run of slice(all, 0, text.length)) {
    const last = ranges.at(-1);
    const isSame = last && last.start + last.length === start && last.styles.join() === run.styles.join();
    if (isSame) ranges[ranges.length - 1] = { ...last, length: last.length + run.text.length };
    else if (run.styles.length > 0) ranges.push({ start, length: run.text.length, styles: run.styles });
    start += run.text.length;
  }
  return formattedText(text, ranges);
}

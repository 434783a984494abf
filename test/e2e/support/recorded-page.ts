import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const GUIDE = join(import.meta.dirname, '../../../docs/guide');

/** A text that differs from run to run, and the one that a reader sees. */
export type Replacement = readonly [varying: string | RegExp, written: string];

const VARYING: readonly Replacement[] = [
  [/\b([a-z]{2,5})_[0-9a-z]{26}\b/g, '$1_01m82h4c7q2v9x3k5n8r6t1w0z'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(Z?)/g, '2026-11-23 09:00:00$1'],
  [/^AFTER +/gm, 'AFTER  '],
  [/^\d+(?:\.\d+)? m?s +/gm, '0.4 s  '],
  [/\b\d+\.\d+ s\b|\b\d+ ms\b/g, '0.4 s'],
  [/up \d+ s/g, 'up 20 s'],
  [/in (?:59 min|1 h)\b/g, 'in 59 min'],
  [/\b\d+ s ago/g, '5 s ago'],
  [/\b\d+ MB\b/g, '102 MB'],
  [/[ \t]+$/gm, ''],
];

/** A page of the guide that a test writes: what is explained, and what the screens showed. */
export class RecordedPage {
  private readonly lines: string[];
  private readonly file: string;

  /** @param name of the page and of its test */
  constructor(
    readonly name: string,
    title: string,
  ) {
    this.file = join(GUIDE, `${name}.md`);
    this.lines = [
      `# ${title}`,
      '',
      `<!-- Written by test/e2e/${name}.spec.ts: UPDATE_PICTURES=1 npm run test:e2e -- ${name} -->`,
      '',
      'A test ran every command on this page in a terminal, and recorded the output.',
      '',
    ];
  }

  say(text: string): void {
    this.lines.push(text, '');
  }

  /** @param lines as the screen shows them */
  show(lines: readonly string[]): void {
    const end = lines.findLastIndex((line) => line !== '') + 1;
    this.lines.push('```console', ...lines.slice(0, end), '```', '');
  }

  /** Compares the page with the repository's, or writes that again with `UPDATE_PICTURES=1`. */
  async compare(replacements: readonly Replacement[]): Promise<void> {
    const plain = [...replacements, ...VARYING].reduce(
      (text, [varying, written]) => text.replaceAll(varying, written),
      this.lines.join('\n'),
    );
    const text = await format(plain, { ...(await resolveConfig(this.file)), parser: 'markdown' });
    if (process.env.UPDATE_PICTURES === '1') writeFileSync(this.file, text);
    expect(text).toBe(readFileSync(this.file, 'utf8'));
  }
}

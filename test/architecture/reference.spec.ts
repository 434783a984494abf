import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = ['docs/reference/imbridge.md', 'docs/reference/workchat.md'];

/** `path` “title”, as pages name the test of what they tell. */
const TEST = /`([\w./-]+\.spec\.ts)` “([^”]+)”/g;

/** The first row of a table, and the line below it. */
const HEADING = /^\| (?:Of the specification|#|-+) +\|/;
const WHY_NONE = /_not in this release_|_no test_/;

/** Where a title stands in a test file: as a text of its own, with its row's values still unfilled. */
const hasTitle = (text: string, title: string): boolean =>
  ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`));

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const named = [...text.matchAll(TEST)].map(([, file = '', title = '']) => ({ file, title }));

  it('names tests that there are', () => {
    const missing = named.filter(({ file, title }) => {
      const path = join(ROOT, file);
      return !existsSync(path) || !hasTitle(readFileSync(path, 'utf8'), title);
    });
    expect(missing).toEqual([]);
    expect(named.length).toBeGreaterThan(50);
  });

  it('has in each row a test, or says that it is not in this release, or why there is none', () => {
    const cells = text.split('\n').filter((line) => line.startsWith('| ') && !HEADING.test(line));
    const silent = cells.filter((row) => !row.match(TEST) && !WHY_NONE.test(row));
    expect(silent).toEqual([]);
  });
});

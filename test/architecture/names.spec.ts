import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/* Until we publish, the npm package `gatehouse` is unrelated, and the scope @gatehouse is anyone's. */

const ROOT = join(import.meta.dirname, '../..');
/** The pages that a reader copies from; decisions and the changelog tell of the past. */
const PAGES = globSync(
  ['*.md', 'docs/**/*.md', 'examples/**/*.{md,json}', 'extensions/**/*.md', 'deploy/**'],
  {
    cwd: ROOT,
    exclude: ['docs/adr/**', 'CHANGELOG.md', '**/node_modules/**'],
  },
).filter((file) => /\.\w+$/.test(file));

/** npm or npx with a name of ours that is no path, and such a name as a dependency. */
const FROM_A_REGISTRY = [
  /\b(?:npm (?:i|install|exec|publish)|npx|pnpm add|yarn add)(?: -[^\s]*)* (?:@gatehouse\/|gatehouse\b)/,
  /plugins install @gatehouse\//,
  /"(?:@gatehouse\/[^"]+|gatehouse)": "(?!file:)[\w^~*><=]/,
];

describe('the pages with commands to copy', () => {
  it.each(FROM_A_REGISTRY)('install nothing called gatehouse from a registry: %s', (pattern) => {
    const told = PAGES.flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .filter((line) => pattern.test(line))
        .map((line) => `${file}: ${line}`),
    );
    expect(told).toEqual([]);
  });

  it('say in the README that the npm package gatehouse is unrelated', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8').replaceAll(/\s+/g, ' ');
    expect(readme).toContain('the npm package `gatehouse` is unrelated');
    expect(PAGES).toEqual(expect.arrayContaining(['README.md', 'examples/postbox/package.json']));
  });
});

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { marked, type Token } from 'marked';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = globSync('{*,docs/**/*,bench/*,deploy/**/*,examples/**/*,extensions/**/*}.md', {
  cwd: ROOT,
  exclude: (name) => name.includes('node_modules'),
});
const INDEX = 'docs/README.md';

/** The addresses of a page's links and images, without those in code. */
const linksOf = (text: string): string[] => {
  const links: string[] = [];
  const collect = (token: Token) => {
    if ((token.type === 'link' || token.type === 'image') && typeof token.href === 'string')
      links.push(token.href);
  };
  void marked.walkTokens(marked.lexer(text), collect);
  return links;
};

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
const isOutside = (href: string): boolean => /^[a-z]+:/.test(href);

/** The files to which a page links, by their paths from the root. */
const targetsOf = (page: string): string[] =>
  linksOf(read(page))
    .filter((href) => !isOutside(href))
    .map((href) => relative(ROOT, join(ROOT, dirname(page), href.split('#')[0] || page.split('/').at(-1)!)));

it.each(PAGES)('%s has no dead link', (page) => {
  const dead = linksOf(read(page)).filter((href) => {
    if (isOutside(href)) return false;
    const [path = '', anchor] = href.split('#');
    const file = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path);
    if (!existsSync(file)) return true;
    return (
      anchor !== undefined && file.endsWith('.md') && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor)
    );
  });
  expect(dead).toEqual([]);
});

it('each page of docs can be reached from the index', () => {
  const reached = new Set([INDEX, ...targetsOf(INDEX), ...targetsOf('docs/adr/README.md')]);
  expect(PAGES.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
});

describe('the picture of the modules', () => {
  const edges = JSON.parse(read('scripts/module-edges.json')) as Record<string, { allowed: string[] }>;
  const [, picture = ''] = /```mermaid\nflowchart([\s\S]+?)```/.exec(read('docs/architecture.md')) ?? [];
  const arrows = [...picture.matchAll(/^ *([\w-]+) --> ([\w-]+)$/gm)].map(([, from = '', to = '']) => ({
    from,
    to,
  }));

  it('draws only arrows that imports may have', () => {
    expect(arrows.filter(({ from, to }) => !edges[from]?.allowed.includes(to))).toEqual([]);
    expect(arrows.length).toBeGreaterThan(10);
  });

  it('shows each module except common and config', () => {
    const modules = Object.keys(edges).filter((name) => !name.includes('/'));
    const missing = modules.filter((name) => !new RegExp(`\\b${name}\\b`).test(picture));
    expect(missing).toEqual(['common', 'config']);
  });
});

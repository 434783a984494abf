import { existsSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { filesOf } from '../../scripts/bundle/docs.mjs';
import { pageText } from '../../src/cli/output/page-text.js';
import * as documentation from '../../src/common/documentation.js';
import { shippedFile } from '../../src/common/index.js';

/* The documentation of an installed gateway: test/architecture/docs.spec.ts checks the same links in the repository. */

const files = filesOf(documentation);
const pages = [...files.keys()].filter((path) => path.endsWith('.html'));
const topics = documentation.topics();

/** The addresses in a page: links, pictures and the style. */
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, href = '']) => href);

const anchorsIn = (html: string): string[] => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);

/** Whether the gateway answers an address on a served page: a page without its ending, or a file. */
function leadsSomewhere(page: string, href: string): boolean {
  const [path = '', anchor] = href.split('#');
  const target = path === '' ? page.replace(/\.html$/, '') : posix.join(posix.dirname(page), path);
  // The page of Swagger UI.
  if (target === './') return true;
  const html = files.get(`${target}.html`);
  if (typeof html === 'string') return anchor === undefined || anchorsIn(html).includes(anchor);
  return files.has(target) || (target.startsWith('deploy/') && statSync(shippedFile(target)).isFile());
}

describe('the documentation that the gateway serves', () => {
  it('has a page for each topic, and a list of all', () => {
    expect(pages).toEqual(expect.arrayContaining(['topics.html', ...topics.map((topic) => `${topic}.html`)]));
    const listed = addressesIn(String(files.get('topics.html')));
    expect(topics.filter((topic) => !listed.includes(topic))).toEqual([]);
  });

  it.each(pages)('has no dead link on %s', (page) => {
    const own = addressesIn(String(files.get(page))).filter((href) => !/^https?:/.test(href));
    expect(own.filter((href) => !leadsSomewhere(page, href))).toEqual([]);
    expect(own.length).toBeGreaterThan(1);
  });

  it.each(pages)('needs nothing on %s that its policy forbids', (page) => {
    expect(String(files.get(page))).not.toMatch(/<script| style=|<style| on\w+=|<img src="(?:https?|data):/);
  });
});

describe('the documentation in a terminal', () => {
  it.each(topics)('names only existing topics and files on %s', (topic) => {
    const text = pageText(topic, documentation.pageOf(topic), 80);
    const named = [...text.matchAll(/gatehouse\s+help\s+(\w+\/[\w/-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !topics.includes(name))).toEqual([]);
    const paths = [...text.matchAll(/\((\/[^\s)]+\/(?:deploy|docs)\/[^\s)]+)/g)].map(([, path = '']) => path);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
    expect(text.match(/\]\([^)]*\.md[^)]*\)|<!--/g)).toBeNull();
  });
});

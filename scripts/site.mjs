/*
 * `npm run site`: the documents as a site, in build/site. Its packages stand in site/, apart from the program's, because only
 * this needs them. It ends with 1 and the addresses when a link leads nowhere.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { npm, ROOT } from './npm.mjs';
import { nodeToRunOn } from './pinned-node.mjs';
import { fail, say } from './progress.mjs';

const OUT = join(ROOT, 'build/site');
/** Files of the repository to which pages link. */
const FILES = [
  'Dockerfile',
  'LICENSE',
  'deploy',
  'openapi',
  'examples',
  'extensions',
  'bench/soak.svg',
  'docs/demo.svg',
];

// Below `npm run -s` npm would not say why it fails.
const INSTALL = ['ci', '--prefix', 'site', '--ignore-scripts', '--loglevel=http'];
await npm('Installing the packages of the site', INSTALL, nodeToRunOn());
const { status } = spawnSync(
  nodeToRunOn(),
  ['site/node_modules/vitepress/bin/vitepress.js', 'build', 'site'],
  {
    cwd: ROOT,
    stdio: 'inherit',
  },
);
if (status !== 0) fail('The site cannot be built; why is said above.', status ?? 1);
for (const file of FILES) cpSync(join(ROOT, file), join(OUT, file), { recursive: true });

const dead = globSync('**/*.html', { cwd: OUT }).flatMap((page) =>
  linksOf(page)
    .filter((link) => !leadsSomewhere(page, link))
    .map((link) => `${page}: ${link}`),
);
if (dead.length > 0) fail(`Dead links:\n${dead.join('\n')}`);
say(`build/site: ${globSync('**/*.html', { cwd: OUT }).length} pages`);

function linksOf(page) {
  const html = readFileSync(join(OUT, page), 'utf8');
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href.split(/[?#]/)[0]);
  return links.filter((href) => href !== '' && !/^[a-z]+:/.test(href));
}

/** As a static host does: a page without its ending, a folder by its index, or a file. */
function leadsSomewhere(page, link) {
  const path = link.startsWith('/') ? join(OUT, link) : resolve(OUT, dirname(page), link);
  const isFile = existsSync(path) && (!statSync(path).isDirectory() || existsSync(join(path, 'index.html')));
  return isFile || existsSync(`${path}.html`);
}

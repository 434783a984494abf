// The documentation that comes with the program: its Markdown for the terminal, and HTML pages, which the gateway serves.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Marked, Renderer } from 'marked';

const STYLE = new URL('docs.css', import.meta.url);
const TITLES = { guide: 'Guides', operations: 'Operations', reference: 'Reference' };

/**
 * @param documentation the module src/common/documentation.ts, compiled
 * @returns the contents of the files by their paths below `docs`
 */
export function filesOf(documentation) {
  const files = new Map([
    ['docs.css', readFileSync(STYLE, 'utf8')],
    ['topics.html', indexPage(documentation)],
  ]);
  for (const topic of documentation.topics()) {
    const { html, pictures } = page(documentation, topic);
    files.set(`${topic}.md`, documentation.pageOf(topic)).set(`${topic}.html`, html);
    for (const path of pictures) files.set(path, new URL(`../../docs/${path}`, import.meta.url));
  }
  return files;
}

/** The list of all pages. */
function indexPage({ topics, pageOf, titleOf }) {
  const sections = Object.entries(TITLES).map(([section, title]) => {
    const links = topics()
      .filter((topic) => topic.startsWith(`${section}/`))
      .map((topic) => `<li><a href="${topic}">${escaped(titleOf(pageOf(topic)))}</a></li>`);
    return `<h2>${title}</h2>\n<ul class="topics">\n${links.join('\n')}\n</ul>`;
  });
  const main = `<h1>Documentation</h1>\n${sections.join('\n')}`;
  return layout({ title: 'Documentation', root: '', trail: '<span>Documentation</span>', main });
}

function page({ pageOf, titleOf, linkTarget }, topic) {
  const root = '../'.repeat(topic.split('/').length - 1);
  const [pictures, headings, slugs] = [[], [], new Map()];
  const anchorOf = (text) => {
    const slug = slugOf(text);
    const count = slugs.get(slug) ?? 0;
    slugs.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
  const renderer = {
    heading({ depth, text, tokens }) {
      const [html, id] = [this.parser.parseInline(tokens), anchorOf(text)];
      if (depth === 2) headings.push(`<li><a href="#${id}">${html}</a></li>`);
      return `<h${depth} id="${id}">${html}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const [target, html] = [linkTarget(topic, href), this.parser.parseInline(tokens)];
      // Only the repository has it.
      if (target.kind === 'source')
        return `<span title="In the source: ${escaped(target.path)}">${html}</span>`;
      return `<a href="${escaped(addressOf(target, { topic, root, href }))}">${html}</a>`;
    },
    image({ href, text }) {
      pictures.push(posix.join(posix.dirname(topic), href));
      return `<img src="${escaped(href)}" alt="${escaped(text)}">`;
    },
    // Wide tables and long lines scroll inside their own region, which the keyboard reaches.
    table(token) {
      const html = Renderer.prototype.table.call(this, token);
      return `<div class="table" role="region" aria-label="Table" tabindex="0">${html}</div>\n`;
    },
    code(token) {
      return Renderer.prototype.code.call(this, token).replace('<pre>', '<pre tabindex="0">');
    },
    // Comments of the source.
    html: () => '',
  };
  const markdown = pageOf(topic);
  const main = new Marked({ renderer }).parse(markdown);
  const [section] = topic.split('/');
  const trail = `<a href="${root}topics">Documentation</a> <span>${TITLES[section]}</span>`;
  const title = titleOf(markdown);
  return { html: layout({ title, root, trail, main: withOutline(main, headings) }), pictures };
}

/** Relative, because a proxy may have put a path before the gateway's own. */
function addressOf(target, { topic, root, href }) {
  if (target.kind === 'web') return href;
  if (target.kind === 'file') return `${root}${target.path.replace(/^docs\//, '')}`;
  const anchor = target.anchor === undefined ? '' : `#${target.anchor}`;
  return target.topic === topic ? anchor || posix.basename(topic) : `${root}${target.topic}${anchor}`;
}

/** Puts the list of sections below the title of a long page. */
function withOutline(main, headings) {
  if (headings.length < 3) return main;
  const outline = `<details class="outline"><summary>On this page</summary><ul>${headings.join('')}</ul></details>`;
  return main.replace('</h1>\n', `</h1>\n${outline}\n`);
}

/** As GitHub makes the anchor of a heading. */
const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const layout = ({ title, root, trail, main }) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Gatehouse</title>
<link rel="stylesheet" href="${root}docs.css">
</head>
<body>
<header>
<nav aria-label="Documentation">${trail}</nav>
<a href="${root === '' ? './' : root}">API</a>
</header>
<main>
${main}</main>
</body>
</html>
`;

// The site of the documents: `npm run site` writes build/site. The pages are the repository's own files, where they are.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withMermaid } from 'vitepress-plugin-mermaid';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The sections of docs/README.md, which is the index of the site, too. */
function sidebar() {
  const [, ...sections] = readFileSync(`${root}/docs/README.md`, 'utf8').split(/^## /m);
  return sections.map((section) => ({
    text: section.split('\n')[0],
    collapsed: false,
    items: [...section.matchAll(/\[([^\]]+)\]\(([^)]+\.md)\)/g)].map(([, text, link]) => ({
      text: text.replaceAll('`', ''),
      link: new URL(link, 'file:///docs/').pathname.replace(/README\.md$/, ''),
    })),
  }));
}

export default withMermaid({
  title: 'Gatehouse',
  description: 'A self-hosted assistant gateway.',
  srcDir: root,
  srcExclude: [
    '**/node_modules/**',
    '{build,dist,site,src,simulators,test,examples,extensions,openapi,deploy,.github}/**',
  ],
  outDir: `${root}/build/site`,
  cacheDir: `${root}/build/site-cache`,
  cleanUrls: true,
  rewrites: (page) => page.replace(/(^|\/)README\.md$/, '$1index.md'),
  // The repository has more files than pages; test/architecture/docs.spec.ts checks that these are there.
  ignoreDeadLinks: [
    /(?:^|\/)(?:Dockerfile|LICENSE|deploy|examples|extensions|openapi|bench\/soak)(?:$|\/|\.)/,
  ],
  themeConfig: {
    nav: [{ text: 'Documentation', link: '/docs/' }],
    sidebar: sidebar(),
    search: { provider: 'local' },
    outline: [2, 3],
  },
});

import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { shippedFile } from './program-files.js';

/** The folders of `docs` that come with the program, in the order in which they are listed. */
const SECTIONS = ['guide', 'operations', 'reference'] as const;

const PAGE = /^docs\/((?:guide|operations|reference)\/.+)\.md$/;
/** Other files that come with the program, which pages link to; not the folders. */
const FILE = /^(?:deploy\/(?!stores(?:\/[^/.]+)?$).+|docs\/(?:guide|operations|reference)\/.+\.png)$/;

/** What a link on a page leads to. */
export type LinkTarget =
  | { readonly kind: 'topic'; readonly topic: string; readonly anchor: string | undefined }
  /** A file that comes with the program, by its path below the top of the repository. */
  | { readonly kind: 'file'; readonly path: string }
  /** An address on the web. */
  | { readonly kind: 'web' }
  /** A file that only the repository has. */
  | { readonly kind: 'source'; readonly path: string };

/** The pages that come with the program: a topic is named by its path below `docs`, such as `operations/backup`. */
export const topics = (): readonly string[] =>
  SECTIONS.flatMap((section) =>
    readdirSync(shippedFile(`docs/${section}`), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${section}/${file.replaceAll('\\', '/').slice(0, -'.md'.length)}`)
      .sort(),
  );

/** The Markdown of a topic. */
export const pageOf = (topic: string): string => readFileSync(shippedFile(`docs/${topic}.md`), 'utf8');

/** The title of a page, without marks of code. */
export const titleOf = (markdown: string): string =>
  (/^# (.+)$/m.exec(markdown)?.[1] ?? '').replaceAll('`', '');

/** Where a link leads that is on the page of a topic. */
export function linkTarget(topic: string, href: string): LinkTarget {
  if (/^[a-z]+:/.test(href)) return { kind: 'web' };
  const [file = '', anchor] = href.split('#');
  const folder = posix.dirname(`docs/${topic}`);
  const path = file === '' ? `docs/${topic}.md` : posix.join(folder, file);
  const [, page] = PAGE.exec(path) ?? [];
  if (page !== undefined) return { kind: 'topic', topic: page, anchor };
  return { kind: FILE.test(path) ? 'file' : 'source', path };
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Express } from 'express';
import { shippedFile } from '../../common/index.js';
import { RenderedText } from '../rendered-text.js';

/** Files that are served, by their paths below `/docs`; the folder of a checkout has more. */
const SERVED = /^(?:(?:guide|operations|reference)\/.+\.(?:html|md|png)|topics\.html|docs\.css|deploy\/.+)$/;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
};

/**
 * Serves the documentation below `/docs`, as the build has made it (scripts/bundle/docs.mjs): pages as HTML, or as
 * Markdown to a caller that asks for it by `Accept` or by the ending `.md`; and the files of `deploy` that they name.
 * Public like the page of Swagger UI, because it is the same in every gateway of a release. Nothing is read before the
 * first request.
 * @param folder `docs` of the program, next to `deploy`
 */
export function serveDocumentation(express: Express, folder: URL = shippedFile('docs/')): void {
  let files: ReadonlyMap<string, RenderedText> | undefined;
  express.get('/docs/*path', async (request, response, next) => {
    files ??= filesIn(folder);
    const path = request.path.slice('/docs/'.length);
    const page = files.get(`${path}.html`);
    if (page) response.vary('Accept');
    const isMarkdown = page && request.accepts(['text/html', 'text/markdown']) === 'text/markdown';
    const file = (isMarkdown ? files.get(`${path}.md`) : page) ?? files.get(path);
    if (file) await file.answer(request, response);
    else next();
  });
}

/** Only a listed file can be asked for, so no address leads out of the folders. */
function filesIn(docs: URL): ReadonlyMap<string, RenderedText> {
  const deploy = new URL('../deploy/', docs);
  const all = [...listed(docs, ''), ...listed(deploy, 'deploy/')];
  return new Map(
    all
      .filter(({ path }) => SERVED.test(path))
      .map(({ path, file }) => {
        // The files of `deploy` are settings of other programs, shown as text.
        const type =
          (path.startsWith('deploy/') ? undefined : TYPES[posix.extname(path)]) ??
          'text/plain; charset=utf-8';
        return [path, new RenderedText({ type, render: () => readFileSync(file) })];
      }),
  );
}

function listed(folder: URL, prefix: string): readonly { readonly path: string; readonly file: string }[] {
  const root = fileURLToPath(folder);
  // A program without documentation serves the page of Swagger UI all the same.
  if (!existsSync(root)) return [];
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .map((file) => ({ path: prefix + relative(root, file).replaceAll('\\', '/'), file }));
}

// Packages that read their own files at run time: `dist/packages` contains those files at the same paths.
import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';

const READERS = {
  'better-sqlite3': { codeIn: 'lib', files: ['prebuilds/*.node'] },
  piscina: { codeIn: 'dist', files: [] },
  'swagger-ui-dist': {
    codeIn: '.',
    files: [
      '*.png',
      'swagger-ui.css',
      'swagger-ui-{bundle,standalone-preset}.js{,.LICENSE.txt}',
      'oauth2-redirect.{html,js}',
    ],
  },
};

/** A separate chunk for each, located beside its files. */
export const readerChunks = Object.keys(READERS).map((name) => ({
  name,
  test: new RegExp(`/node_modules/${name}/`),
}));

/** The script of piscina's threads, which it starts by its path. */
export const threadEntries = (root) => ({
  'packages/piscina/dist/worker': join(root, 'node_modules/piscina/dist/worker.js'),
});

/** @returns below dist, the folder of a chunk: its code locates the package's files relative to itself */
export function folderOf({ name }) {
  return name in READERS ? join('packages', name, READERS[name].codeIn) : 'chunks';
}

/** @param root folder with node_modules */
export function copyPackageFiles(root, dist) {
  for (const [name, { files }] of Object.entries(READERS)) {
    const from = join(root, 'node_modules', name);
    for (const pattern of files) {
      const found = globSync(pattern, { cwd: from });
      if (found.length === 0) throw new Error(`${name} has no ${pattern} (scripts/bundle/package-files.mjs)`);
      for (const file of found) cpSync(join(from, file), join(dist, 'packages', name, file));
    }
  }
}

// `npm run build`, last step: bundles the compiled code in build/ with its packages into dist/ (ADR 0010, 0025).
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import * as documentation from '../../build/src/common/documentation.js';
import { OLDEST_NODE } from '../../build/src/config/process/node-version.js';
import { buildConsole } from './console.mjs';
import { corrections } from './corrections.mjs';
import { filesOf } from './docs.mjs';
import { buildExtension } from './extension.mjs';
import { manifestOf } from './manifest.mjs';
import { noticesOf } from './notices.mjs';
import { DECLINED, OUTPUT, OWN_MAPS } from './options.mjs';
import { copyPackageFiles, folderOf, readerChunks, threadEntries } from './package-files.mjs';
import { packagesOf } from './packages.mjs';
import { releasesIn } from './releases.mjs';
import { sbomOf } from './sbom.mjs';
import { copyTypes } from './types.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const BUILD = join(ROOT, 'build');
const PROGRAM = join(BUILD, 'src');
const DIST = join(ROOT, 'dist');

/** The module `gatehouse/plugin` outside the gateway, which provides it to plugins (src/plugins/lend.ts). */
const OUTSIDE = `throw new Error('gatehouse/plugin is there for plugins that a gateway has loaded, and nowhere else');\n`;

const external = DECLINED.map((name) => new RegExp(`^${name}(/|$)`));

/** Each `*.worker.ts` is started by its path, which therefore equals that in src (src/common/program-files.ts). */
const workers = globSync('**/*.worker.js', { cwd: PROGRAM });
const entries = ['main.js', 'cli.js', ...workers];

const bundle = await rolldown({
  input: {
    ...Object.fromEntries(entries.map((file) => [file.replace(/\.js$/, ''), join(PROGRAM, file)])),
    ...threadEntries(ROOT),
  },
  platform: 'node',
  external,
  plugins: [...corrections(BUILD), OWN_MAPS],
  // A missing package would fail at run time.
  onLog(level, log, report) {
    if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    report(level, log);
  },
});
rmSync(DIST, { recursive: true, force: true });
const { output } = await bundle.write({
  ...OUTPUT,
  dir: DIST,
  entryFileNames: '[name].js',
  chunkFileNames: (chunk) => `${folderOf(chunk)}/[name]-[hash].js`,
  codeSplitting: {
    groups: [
      ...readerChunks,
      // Valid syntax for every Node, because it reports unsupported ones (src/config/process/node-version.ts).
      { name: 'node-version', test: /\/build\/src\/config\/process\/node-version\.js$/ },
      // One folder below dist, as below src, because it locates the program's files relative to itself.
      { name: 'program-files', test: /\/build\/src\/common\/program-files\.js$/ },
      // Before any decorated class.
      { name: 'reflect-metadata', test: /\/node_modules\/reflect-metadata\// },
    ],
  },
});
await bundle.close();

const page = await buildConsole(join(ROOT, 'console'), join(DIST, 'console'));
const packages = packagesOf([...output.flatMap(({ moduleIds = [] }) => moduleIds), ...page]);
const manifest = manifestOf(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')), OLDEST_NODE);
write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
write(
  'releases.json',
  `${JSON.stringify({ releases: releasesIn(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')) }, null, 2)}\n`,
);
write('THIRD-PARTY-LICENSES', noticesOf('Gatehouse', packages));
write('sbom.cdx.json', await sbomOf(manifest, packages, ROOT));
for (const shipped of ['LICENSE', 'deploy'])
  cpSync(join(ROOT, shipped), join(DIST, shipped), { recursive: true });
for (const [path, content] of filesOf(documentation)) writeDoc(join('docs', path), content);
copyPackageFiles(ROOT, DIST);
copyTypes(join(PROGRAM, 'plugins/published.d.ts'), PROGRAM, join(DIST, 'types'));
write('plugin.js', OUTSIDE);
// Our plugins come with the program, each with its own list of contents: they are on no registry.
for (const name of readdirSync(join(ROOT, 'extensions')))
  await buildExtension(join(ROOT, 'extensions', name), join(DIST, 'extensions', name));
console.error(`${relative(ROOT, DIST)}: ${output.length} files with ${packages.length} packages`);

/** @param content a text, or the address of a file with it */
function writeDoc(path, content) {
  mkdirSync(dirname(join(DIST, path)), { recursive: true });
  write(path, content instanceof URL ? readFileSync(content) : content);
}

function write(name, text) {
  writeFileSync(join(DIST, name), text);
}

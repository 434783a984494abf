// `npm run build`, second step: bundles the compiled program in build/ with its packages into dist/ (ADR 0010).
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { corrections } from './corrections.mjs';
import { noticesOf } from './notices.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const BUILD = join(ROOT, 'build');
const DIST = join(ROOT, 'dist');

/** What is installed beside the bundle. Everything else is in it. */
const installed = Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).dependencies);

/** Packages that others ask for only if somebody has installed them, and we have not. */
const DECLINED = [
  '@fastify/static',
  '@nestjs/microservices',
  '@nestjs/websockets',
  'pg-native',
  'supports-color',
  // Of cosmiconfig, in graphile-worker: only for configuration files written in TypeScript, and 8 MB.
  'typescript',
];

/** Packages that a plugin brings: without it the channel says what is missing. */
const OF_PLUGINS = ['botbuilder'];

const external = [...installed, ...DECLINED, ...OF_PLUGINS].map((name) => new RegExp(`^${name}(/|$)`));

/** Each `*.worker.ts` is started by its path, which is therefore the same as in src (src/common/program-files.ts). */
const workers = globSync('**/*.worker.js', { cwd: BUILD });
const entries = ['main.js', 'cli.js', ...workers];

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((file) => [file.replace(/\.js$/, ''), join(BUILD, file)])),
  platform: 'node',
  external,
  plugins: corrections(BUILD),
  // A package that is missing would be missed at run time.
  onLog(level, log, report) {
    if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    report(level, log);
  },
});
rmSync(DIST, { recursive: true, force: true });
const { output } = await bundle.write({
  dir: DIST,
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  codeSplitting: {
    groups: [
      // One folder below dist, as it is one below src: it finds the program's files by that.
      { name: 'program-files', test: /\/build\/common\/program-files\.js$/ },
      // Before whatever decorates a class.
      { name: 'reflect-metadata', test: /\/node_modules\/reflect-metadata\// },
    ],
  },
  // Nest and the API's contract go by the names of classes, and people by those in a stack trace.
  keepNames: true,
  minifyInternalExports: false,
  comments: false,
  sourcemap: true,
  sourcemapExcludeSources: true,
});
await bundle.close();

const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
writeFileSync(join(DIST, 'THIRD-PARTY-LICENSES'), noticesOf(modules));
console.error(`${relative(ROOT, DIST)}: ${output.length} files of ${modules.length} modules`);

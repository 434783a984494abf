/* Compiles single files of src and simulators in milliseconds, for `npm run dev`; types are not checked. */
import { transformFile } from '@swc/core';
import { globSync, mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../npm.mjs';
import { say } from '../progress.mjs';

const OUTPUT = join(ROOT, 'build/dev');
/** The folder of main.js and cli.js. */
export const PROGRAM = join(OUTPUT, 'src');
const SOURCES = ['src', 'simulators'];
/** An editor may write a file in several steps. */
const SETTLED_MS = 50;

/** As tests compile them (jest.config.mjs). */
const OPTIONS = {
  configFile: false,
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'es6' },
  jsc: {
    target: 'es2024',
    rewriteRelativeImportExtensions: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
    experimental: { keepImportAttributes: true },
  },
};

/** Replaces what earlier runs have left. */
export async function compileAll() {
  rmSync(OUTPUT, { recursive: true, force: true });
  const files = SOURCES.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT })).filter(isProgram);
  await Promise.all(files.map(compile));
  // The program looks for its version beside itself.
  const { version, type } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  writeFileSync(join(PROGRAM, 'package.json'), JSON.stringify({ version, type }));
}

/**
 * Compiles each file of src that changes. One with a syntax error is told of, and the program stays as it was.
 * @param tell is called after each, with its path
 * @returns a function that ends it
 */
export function watchSources(tell) {
  const timers = new Map();
  const watcher = watch(join(ROOT, 'src'), { recursive: true }, (_event, name) => {
    const file = join('src', name ?? '');
    if (!isProgram(file)) return;
    clearTimeout(timers.get(file));
    timers.set(
      file,
      setTimeout(() => compile(file).then(() => tell(file), complain), SETTLED_MS),
    );
  });
  return () => watcher.close();
}

const isProgram = (file) => /(?<![.]spec|[.]d)[.]ts$/.test(file) && !/[\\/]testing[\\/]/.test(file);

async function compile(file) {
  const { code } = await transformFile(join(ROOT, file), OPTIONS);
  const target = join(OUTPUT, file.replace(/[.]ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}

const complain = (error) => say(`> Not compiled: ${error.message}`);

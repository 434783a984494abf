// The web console: builds `console/` into a folder of the program, and fails above its limits (ADR 0099).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

/** Bytes of script and style, compressed with gzip: those of the first view, and all. */
const MOST = { first: 60_000, all: 120_000 };
const SHARED = /\/console\/src\/(?:api|parts)\/|\/node_modules\//;
const COMPRESSED = /\.(?:css|js|svg)$/;

/**
 * @param root folder of the console's source
 * @param outDir folder for the page and its files
 * @returns the paths of the bundled modules
 */
export async function buildConsole(root, outDir) {
  const { output } = await build({
    root,
    base: './',
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      // Images in data URLs would be against the page's policy.
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
          // All that screens share is one file: as several small ones, it would cost a request each before anything is seen.
          codeSplitting: { groups: [{ name: 'parts', test: SHARED }] },
        },
      },
    },
  });
  compress(join(outDir, 'assets'));
  requireSmall(output);
  return output.flatMap(({ moduleIds = [] }) => moduleIds);
}

/** A browser gets the form that it accepts, and the gateway compresses nothing (src/console). */
function compress(folder) {
  for (const name of readdirSync(folder).filter((each) => COMPRESSED.test(each))) {
    const bytes = readFileSync(join(folder, name));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
  }
}

function requireSmall(output) {
  const files = output.filter(({ fileName }) => /\.(?:css|js)$/.test(fileName));
  const sizes = new Map(
    files.map(({ fileName, code, source }) => [fileName, gzipSync(code ?? source, { level: 9 }).length]),
  );
  const sum = (names) => [...names].reduce((total, name) => total + sizes.get(name), 0);
  const found = { first: Math.max(...firstViews(files).map(sum)), all: sum(sizes.keys()) };
  const told = `${found.first} bytes at first, ${found.all} with all screens (gzip)`;
  if (found.first > MOST.first || found.all > MOST.all)
    throw new Error(`the console is too large: ${told}, and ${MOST.first} and ${MOST.all} are allowed`);
  console.error(`console: ${told}`);
}

/** The files that a browser loads to show each screen first: the style, the page's script, and that of the screen. */
function firstViews(files) {
  const chunks = new Map(files.map((file) => [file.fileName, file]));
  const withImports = (name, seen = new Set()) => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const each of chunks.get(name).imports) withImports(each, seen);
    return seen;
  };
  const entry = files.find(({ isEntry }) => isEntry);
  const styles = [...chunks.keys()].filter((name) => name.endsWith('.css'));
  return entry.dynamicImports.map(
    (screen) => new Set([...styles, ...withImports(entry.fileName), ...withImports(screen)]),
  );
}

// Packs a connector of src with what its folder in extensions says into an npm package of its own (ADR 0033).
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = resolve(import.meta.dirname, '../..');
const BUILD = join(ROOT, 'build');
const PLUGIN = 'gatehouse/plugin';
const PUBLISHED = join(BUILD, 'plugins/published.js');
const LENT = join(BUILD, 'plugins/lent-modules.js');

/**
 * @param extension folder with package.json, plugin.ts and README.md; `src` is compiled
 * @param destination folder for the archive
 * @returns its path
 */
export async function packExtension(extension, destination) {
  const place = mkdtempSync(join(tmpdir(), 'gatehouse-extension-'));
  try {
    const manifest = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
    await build(extension, manifest, place);
    writeFileSync(join(place, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    copyFileSync(join(extension, 'README.md'), join(place, 'README.md'));
    copyFileSync(join(ROOT, 'LICENSE'), join(place, 'LICENSE'));
    return pack(place, destination);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function build(extension, { name, dependencies = {} }, place) {
  const { LENT_MODULES } = await import(pathToFileURL(LENT).href);
  const brought = [...Object.keys(LENT_MODULES), ...Object.keys(dependencies)];
  const bundle = await rolldown({
    input: { plugin: join(extension, 'plugin.ts') },
    platform: 'node',
    plugins: [fromTheProgram(brought)],
  });
  const { output } = await bundle.write({
    dir: place,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // Nest and people go by the names of classes.
    keepNames: true,
    minifyInternalExports: false,
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await bundle.close();
  await requirePublished(name, output.map(({ code = '' }) => code).join('\n'));
}

/** Of our own modules the connector's are packed; all others are what `gatehouse/plugin` publishes. */
function fromTheProgram(brought) {
  let own;
  return {
    name: 'from the program',
    resolveId(id, importer) {
      if (id === PLUGIN || isBuiltin(id)) return { id, external: true };
      if (importer === undefined) return null;
      if (!id.startsWith('.')) return { id: requireBrought(id, brought), external: true };
      const path = resolve(dirname(importer), id).replace(join(ROOT, 'src') + sep, BUILD + sep);
      if (!path.startsWith(BUILD + sep)) return null;
      const area = path.slice(BUILD.length + 1).split(sep)[0];
      own ??= area;
      return area === own ? path : { id: PLUGIN, external: true };
    },
  };
}

function requireBrought(id, brought) {
  if (brought.some((name) => id === name || id.startsWith(`${name}/`))) return id;
  throw new Error(`${id} is neither lent by the program nor among the extension's dependencies`);
}

/** A name that is not published would be missed at run time. */
async function requirePublished(name, code) {
  const published = new Set(Object.keys(await import(pathToFileURL(PUBLISHED).href)));
  const imports = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']gatehouse\/plugin["']/g)];
  const names = imports.flatMap(([, list]) =>
    list.split(',').map((each) => each.trim().split(/\s+as\s+/)[0]),
  );
  const missing = names.filter((each) => each !== '' && !published.has(each));
  if (missing.length > 0)
    throw new Error(`${name} imports what src/plugins/published.ts does not publish: ${missing.join(', ')}`);
}

function pack(place, destination) {
  const args = ['pack', place, '--pack-destination', destination, '--json', '--ignore-scripts'];
  const shell = process.platform === 'win32';
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: place, encoding: 'utf8', shell }));
  // npm up to 9 tells the name of the package as that of the file.
  return join(destination, filename.replace(/^@/, '').replace('/', '-'));
}

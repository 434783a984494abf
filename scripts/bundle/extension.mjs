// Packs a connector of src with what its folder in extensions says into an npm package of its own (ADR 0033).
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { noticesOf } from './notices.mjs';
import { packagesOf } from './packages.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const BUILD = join(ROOT, 'build');
const PLUGIN = 'gatehouse/plugin';
const PUBLISHED = join(BUILD, 'plugins/published.js');
const LENT = join(BUILD, 'plugins/lent-modules.js');

/**
 * What its package.json has as `devDependencies` is packed with it, and need not be installed.
 * @param extension folder with package.json, plugin.ts and README.md; `src` is compiled
 * @param destination folder for the archive
 * @returns its path
 */
export async function packExtension(extension, destination) {
  const place = mkdtempSync(join(tmpdir(), 'gatehouse-extension-'));
  try {
    const { devDependencies = {}, ...manifest } = JSON.parse(
      readFileSync(join(extension, 'package.json'), 'utf8'),
    );
    const packages = await build(extension, manifest, devDependencies, place);
    if (packages.length > 0) writeFileSync(join(place, 'THIRD-PARTY-LICENSES'), noticesOf(packages));
    writeFileSync(join(place, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    copyFileSync(join(extension, 'README.md'), join(place, 'README.md'));
    copyFileSync(join(ROOT, 'LICENSE'), join(place, 'LICENSE'));
    return pack(place, destination);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** @returns the packages that are packed with it */
async function build(extension, { name, dependencies = {} }, bundled, place) {
  const { LENT_MODULES } = await import(pathToFileURL(LENT).href);
  const brought = [...Object.keys(LENT_MODULES), ...Object.keys(dependencies)];
  const bundle = await rolldown({
    input: { plugin: join(extension, 'plugin.ts') },
    platform: 'node',
    plugins: [fromTheProgram(brought, Object.keys(bundled))],
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
  const packages = packagesOf(output.flatMap(({ moduleIds = [] }) => moduleIds));
  requireSame(bundled, packages);
  return packages;
}

/** What it says it has is what is there. */
function requireSame(bundled, packages) {
  for (const [name, version] of Object.entries(bundled)) {
    const there = packages.find(({ manifest }) => manifest.name === name)?.manifest.version;
    if (there !== version)
      throw new Error(`${name} ${version} is named in the extension, and ${there ?? 'none'} is used`);
  }
}

/** Of our own modules the connector's are packed; all others are what `gatehouse/plugin` publishes. */
function fromTheProgram(brought, bundled) {
  let own;
  return {
    name: 'from the program',
    resolveId(id, importer) {
      if (id === PLUGIN || isBuiltin(id)) return { id, external: true };
      if (importer === undefined || importer.includes('/node_modules/')) return null;
      if (bundled.some((name) => isOf(id, name))) return null;
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
  if (brought.some((name) => isOf(id, name))) return id;
  throw new Error(`${id} is neither lent by the program nor among the extension's dependencies`);
}

const isOf = (id, name) => id === name || id.startsWith(`${name}/`);

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

// Makes a separate npm package of a connector of src and its folder in extensions (ADR 0033, 0036).
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { noticesOf } from './notices.mjs';
import { DECLINED, OUTPUT, OWN_MAPS } from './options.mjs';
import { packagesOf } from './packages.mjs';
import { sbomOf } from './sbom.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const BUILD = join(ROOT, 'build/src');
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
    await buildExtension(extension, place);
    return pack(place, destination);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/**
 * @param extension as above
 * @param place folder for the package's files
 */
export async function buildExtension(extension, place) {
  mkdirSync(place, { recursive: true });
  const { dependencies = {}, ...manifest } = json(join(extension, 'package.json'));
  requireLocked(manifest.name, dependencies);
  const packages = await bundle(extension, manifest.name, Object.keys(dependencies), place);
  // The manifest has no dependencies: they are in the bundle, in the versions of our own lock file.
  writeFileSync(join(place, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(place, 'THIRD-PARTY-LICENSES'), noticesOf(manifest.name, packages));
  writeFileSync(join(place, 'sbom.cdx.json'), await sbomOf(manifest, packages, ROOT));
  copyFileSync(join(extension, 'README.md'), join(place, 'README.md'));
  copyFileSync(join(ROOT, 'LICENSE'), join(place, 'LICENSE'));
}

/** @returns the packages in the bundle */
async function bundle(extension, name, dependencies, place) {
  const { LENT_MODULES } = await import(pathToFileURL(LENT).href);
  const bundled = await rolldown({
    input: { plugin: join(extension, 'plugin.ts') },
    platform: 'node',
    plugins: [fromTheProgram(Object.keys(LENT_MODULES), dependencies), OWN_MAPS],
    // A missing package would fail at run time.
    onLog(level, log, report) {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
      report(level, log);
    },
  });
  const { output } = await bundled.write({
    ...OUTPUT,
    dir: place,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await bundled.close();
  await requirePublished(name, output.map(({ code = '' }) => code).join('\n'));
  return packagesOf(output.flatMap(({ moduleIds = [] }) => moduleIds));
}

/**
 * Packs the connector's own modules; every other module of ours comes from `gatehouse/plugin`. Its packages are packed,
 * except those provided by the program.
 */
function fromTheProgram(lent, dependencies) {
  let own;
  return {
    name: 'from the program',
    resolveId(id, importer) {
      if (id === PLUGIN || isBuiltin(id) || isOf(lent, id) || isOf(DECLINED, id))
        return { id, external: true };
      if (importer === undefined || importer.includes(`${sep}node_modules${sep}`)) return null;
      if (!id.startsWith('.')) return requireBrought(id, dependencies);
      const path = resolve(dirname(importer), id).replace(join(ROOT, 'src') + sep, BUILD + sep);
      if (!path.startsWith(BUILD + sep)) return null;
      const area = path.slice(BUILD.length + 1).split(sep)[0];
      own ??= area;
      return area === own ? path : { id: PLUGIN, external: true };
    },
  };
}

const isOf = (packages, id) => packages.some((name) => id === name || id.startsWith(`${name}/`));

function requireBrought(id, dependencies) {
  if (isOf(dependencies, id)) return null;
  throw new Error(`${id} is neither lent by the program nor among the extension's dependencies`);
}

/** An extension must name the versions installed and tested here. */
function requireLocked(name, dependencies) {
  const { packages } = json(join(ROOT, 'package-lock.json'));
  for (const [dependency, version] of Object.entries(dependencies)) {
    const locked = packages[`node_modules/${dependency}`]?.version;
    if (locked !== version)
      throw new Error(
        `${name} wants ${dependency} ${version}, and package-lock.json has ${locked ?? 'none'}`,
      );
  }
}

/** An unpublished name would fail at run time. */
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
  // npm up to 9 reports the name of the package as that of the file.
  return join(destination, filename.replace(/^@/, '').replace('/', '-'));
}

function json(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

// Bundles the packages that nearly all tests load. Jest resolves and compiles each file of a package again for each test
// file: without the bundle that was 1,600 files each time, and two fifths of the processor time of the unit tests.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { tellStart } from './start-news.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'build/test-packages');

/** ES modules, by the names with which we or other packages import them. */
const MODULES = [
  '@nestjs/common',
  '@nestjs/common/constants.js',
  '@nestjs/common/enums/route-paramtypes.enum.js',
  '@nestjs/common/internal',
  '@nestjs/common/interfaces/index.js',
  '@nestjs/common/pipes/validation.pipe.js',
  '@nestjs/common/utils/load-package.util.js',
  '@nestjs/common/utils/shared.utils.js',
  '@nestjs/config',
  '@nestjs/core',
  '@nestjs/core/internal',
  '@nestjs/core/router/legacy-route-converter.js',
  '@nestjs/core/router/route-path-factory.js',
  '@nestjs/mapped-types',
  '@nestjs/platform-express',
  '@nestjs/swagger',
  '@nestjs/testing',
  'kysely',
  'kysely/migration',
];
/** CommonJS, of which a bundle of ES modules would export nothing by name. */
const SCRIPTS = ['class-transformer', 'class-validator', 'prom-client', 'rxjs', 'rxjs/operators', 'undici'];

const require = createRequire(import.meta.url);
/** Marks the modules of `named`. */
const PREFIX = '\0script:';

/** Exports the names of a script too. */
const named = {
  name: 'named-exports',
  resolveId: (id) => (id.startsWith(PREFIX) ? id : undefined),
  load(id) {
    if (!id.startsWith(PREFIX)) return undefined;
    const script = id.slice(PREFIX.length);
    const names = Object.keys(require(script)).filter(
      (each) => /^[A-Za-z_$][\w$]*$/.test(each) && each !== 'default',
    );
    return `import all from '${script}';\nexport default all;\nexport const { ${names.join(', ')} } = all;`;
  },
};

/** Parts of the above that nothing else shares. */
const PARTS = ['@opentelemetry/api', 'es-toolkit', 'libphonenumber-js', 'validator'];
const PACKAGES = new Set([...MODULES, ...SCRIPTS].map(packageOf).concat(PARTS));

async function build(folder) {
  const bundle = await rolldown({
    input: Object.fromEntries([
      ...MODULES.map((name) => [fileOf(name), name]),
      ...SCRIPTS.map((name) => [fileOf(name), PREFIX + name]),
    ]),
    cwd: ROOT,
    platform: 'node',
    external: (id) => /^[^./\0]/.test(id) && !PACKAGES.has(packageOf(id)),
    plugins: [named],
    logLevel: 'silent',
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
}

/** For `moduleNameMapper`: each package, and its file in the bundle, which is made once for each lock file. */
export async function vendor() {
  const inputs = ['package-lock.json', 'test/jest/vendor.mjs'].map((file) => readFileSync(join(ROOT, file)));
  const folder = join(CACHE, createHash('sha256').update(Buffer.concat(inputs)).digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    tellStart('bundling the packages that tests load, once for each lock file');
    await make(folder);
  }
  const names = [...MODULES, ...SCRIPTS];
  return Object.fromEntries(
    names.map((name) => [`^${RegExp.escape(name)}$`, join(folder, `${fileOf(name)}.mjs`)]),
  );
}

/** Another run may make the same meanwhile. */
async function make(folder) {
  mkdirSync(CACHE, { recursive: true });
  const own = mkdtempSync(join(CACHE, 'new-'));
  await build(own);
  try {
    renameSync(own, folder);
  } catch {
    rmSync(own, { recursive: true });
  }
}

function packageOf(name) {
  const depth = name.startsWith('@') ? 2 : 1;
  return name.split('/', depth).join('/');
}

function fileOf(name) {
  return name
    .replace(/^@/, '')
    .replace(/[.]js$/, '')
    .replaceAll('/', '_');
}

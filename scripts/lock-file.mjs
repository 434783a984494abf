/*
 * Completes package-lock.json, so that `npm ci` accepts it on every platform and asks the registry only for archives:
 * `node scripts/lock-file.mjs [--check | --ask] [folder]`. It has no dependencies, because it runs before any are installed.
 *
 * npm leaves out the optional packages of other platforms that the registry in use does not have (a mirror has only the
 * packages that its users have asked for), and `npm ci` then refuses the file. They are added according to their
 * parent's manifest, without `integrity`, which only the registry knows; `--ask` asks it. `resolved` is the address of
 * an archive at npmjs.org, which npm replaces by its configured registry.
 *
 * --check changes nothing, and exits with 1 and the names of missing packages.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? '.';
const FILE = join(ROOT, FOLDER, 'package-lock.json');
const REGISTRY = 'https://registry.npmjs.org';

/** The words in the names of platform packages for the `os`, `cpu` and `libc` of their manifests. */
const WORDS = {
  os: {
    aix: 'aix',
    android: 'android',
    darwin: 'darwin',
    freebsd: 'freebsd',
    linux: 'linux',
    netbsd: 'netbsd',
    openbsd: 'openbsd',
    openharmony: 'openharmony',
    sunos: 'sunos',
    win: 'win32',
    win32: 'win32',
    windows: 'win32',
  },
  cpu: {
    arm: 'arm',
    arm64: 'arm64',
    ia32: 'ia32',
    loong64: 'loong64',
    ppc64: 'ppc64',
    riscv64: 'riscv64',
    s390x: 's390x',
    wasm32: 'wasm32',
    x64: 'x64',
  },
  libc: { glibc: 'glibc', gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' },
};

/** Packages whose names do not tell the C library; npm would prefer them to a Node that runs. */
const GLIBC_ONLY = /\/node-linux-[^/]+$/;

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const missing = [...addPackages(lock.packages), ...addLimits(lock.packages), ...addAddresses(lock.packages)];
if (!process.argv.includes('--check')) complete();
else if (missing.length > 0) {
  const more = missing.length > 10 ? [`and ${missing.length - 10} more`] : [];
  const list = [...missing.slice(0, 10), ...more].join('\n  ');
  console.error(
    `${join(FOLDER, 'package-lock.json')} is incomplete: run \`npm run lock\`. Missing:\n  ${list}`,
  );
  process.exit(1);
}

function complete() {
  if (process.argv.includes('--ask')) askForIntegrity(lock.packages);
  // In npm's own order, so that npm finds no difference.
  const inOrder = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(inOrder) }, null, 2)}\n`);
}

/** @returns the missing packages, in words for people */
function addPackages(packages) {
  const added = [];
  for (const [parent, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (pathOf(packages, parent, name)) continue;
      const { os, cpu, libc } = platformOf(name);
      packages[`node_modules/${name}`] = { version, cpu, dev, libc, optional: true, os };
      added.push(`${name} ${version}, optional in ${parent || 'package.json'}`);
    }
  }
  return added;
}

function addLimits(packages) {
  const wide = Object.keys(packages).filter(
    (path) => GLIBC_ONLY.test(path) && packages[path].libc?.[0] !== 'glibc',
  );
  for (const path of wide) packages[path].libc = ['glibc'];
  return wide.map((path) => `libc of ${path}`);
}

/** The path at which Node resolves `name` from `parent`. */
function pathOf(packages, parent, name) {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (!folder) return undefined;
  }
}

function platformOf(name) {
  const words = name.split(/[-/]/);
  const platform = Object.entries(WORDS).flatMap(([key, values]) => {
    const value = words.map((word) => values[word]).find(Boolean);
    return value ? [[key, [value]]] : [];
  });
  // Without it npm would install the package everywhere.
  if (platform.length === 0)
    throw new Error(`${name} does not say its platform: add it to package-lock.json by hand`);
  return Object.fromEntries(platform);
}

function addAddresses(packages) {
  const without = Object.entries(packages).filter(
    ([path, { resolved, inBundle }]) => path !== '' && !resolved && !inBundle,
  );
  for (const [path, entry] of without) packages[path] = withAddress(path, entry);
  return without.map(([path]) => `where to get ${path}`);
}

/** `resolved` follows `version`, as npm writes it. */
function withAddress(path, { version, ...rest }) {
  const name = nameOf(path, rest);
  const file = `${name.split('/').at(-1)}-${version}.tgz`;
  return { ...(rest.name && { name }), version, resolved: `${REGISTRY}/${name}/-/${file}`, ...rest };
}

function nameOf(path, { name }) {
  return name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function askForIntegrity(packages) {
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '' || entry.integrity || entry.inBundle) continue;
    const { version, resolved, ...rest } = entry;
    const integrity = integrityOf(`${nameOf(path, entry)}@${version}`);
    if (integrity) packages[path] = { version, resolved, integrity, ...rest };
  }
}

/** @returns undefined when this registry does not have the package */
function integrityOf(spec) {
  try {
    const answer = execFileSync('npm', ['view', spec, 'dist.integrity'], { encoding: 'utf8', stdio: 'pipe' });
    return answer.trim();
  } catch (error) {
    if (/\bE404\b/.test(error.stderr)) return undefined;
    throw error;
  }
}

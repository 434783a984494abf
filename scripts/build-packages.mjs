import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/* Which packages the build needs: those of tests, checks and referees are more than half. Without dependencies. */

/** Besides what the program and its extensions run on. */
export const TOOLS = [
  '@cyclonedx/cyclonedx-library',
  '@nestjs/cli',
  '@nestjs/schematics',
  '@types/better-sqlite3',
  '@types/express',
  '@types/node',
  '@types/pg',
  '@types/semver',
  '@types/yazl',
  'ajv',
  'ajv-formats',
  'ajv-formats-draft2019',
  'packageurl-js',
  'rolldown',
  'spdx-expression-parse',
  'typescript',
  'vite',
];

/**
 * The project with only the packages that the build needs, in the versions of the lock file.
 * @returns its package.json (`manifest`) and package-lock.json (`lock`)
 */
export function projectOfBuild(root) {
  const { name, version, dependencies, devDependencies, optionalDependencies, overrides } = json(
    join(root, 'package.json'),
  );
  const folders = readdirSync(join(root, 'extensions')).map((each) => join(root, 'extensions', each));
  const ofExtensions = folders.map((folder) => json(join(folder, 'package.json')).dependencies ?? {});
  const tools = Object.fromEntries(TOOLS.map((tool) => [tool, devDependencies[tool]]));
  const manifest = {
    name,
    version,
    overrides,
    optionalDependencies,
    dependencies: Object.assign({}, dependencies, ...ofExtensions, tools),
  };
  const { packages, ...lock } = json(join(root, 'package-lock.json'));
  const entry = { name, version, dependencies: manifest.dependencies, optionalDependencies };
  const needed = neededBy(packages, [
    ...Object.keys(manifest.dependencies),
    ...Object.keys(optionalDependencies),
  ]);
  const entries = Object.entries(packages).filter(([path]) => needed.has(path));
  return { manifest, lock: { ...lock, packages: { '': entry, ...Object.fromEntries(entries) } } };
}

/** @returns the paths in a lock file of packages and of all that they need, on any platform */
function neededBy(packages, names) {
  const paths = new Set();
  const add = (from, name) => {
    const path = resolved(packages, from, name);
    if (path === undefined || paths.has(path)) return;
    paths.add(path);
    const {
      dependencies,
      optionalDependencies,
      peerDependencies,
      peerDependenciesMeta = {},
    } = packages[path];
    const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta[peer]?.optional);
    for (const each of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      add(path, each);
  };
  for (const name of names) add('', name);
  return paths;
}

/** As Node resolves a package from the folder of another one. */
function resolved(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

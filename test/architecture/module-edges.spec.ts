import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');
const SIMULATORS = join(ROOT, 'simulators');
const EDGES = JSON.parse(readFileSync(join(ROOT, 'scripts/module-edges.json'), 'utf8')) as Record<
  string,
  { allowed: string[]; why: string }
>;
/** The files at the top of src that may know every module. */
const COMPOSITION = new Set([
  'app.ts',
  'app.module.ts',
  'app.sections.ts',
  'gateway.ts',
  'main.ts',
  'cli.ts',
  'command-line.ts',
  'gateway-process.ts',
]);

interface Import {
  readonly file: string;
  readonly from: string;
  readonly target: string;
}

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
}
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

const sources = sourcesIn(SRC).filter((file) => !file.endsWith('.spec.ts'));
const SPECIFIER =
  /(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g;

function sourcesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts')).sort();
}

function importsOf(file: string, folder = SRC): string[] {
  const text = readFileSync(join(folder, file), 'utf8');
  return [...text.matchAll(SPECIFIER)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/**
 * The files of ours that a file imports. Imports are relative to its folder's top, so those outside begin with `../`.
 */
function oursOf(file: string, folder = SRC): string[] {
  return importsOf(file, folder)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => relative(folder, resolve(folder, dirname(file), specifier)).replace(/\.js$/, '.ts'));
}

const moduleOf = (file: string): string => file.split('/')[0]!.replace(/\.ts$/, '');
const ours: Import[] = sources.flatMap((file) =>
  oursOf(file).map((target) => ({ file, from: moduleOf(file), target })),
);
const within = ours.filter(({ target }) => !target.startsWith('../'));
const outward = ours.filter(({ target }) => target.startsWith('../'));
const across = within.filter(({ file, from, target }) => !COMPOSITION.has(file) && moduleOf(target) !== from);

describe('the modules', () => {
  it('are all named in the list of edges', () => {
    const folders = sources.filter((file) => file.includes('/')).map(moduleOf);
    expect([...new Set(folders)].filter((name) => !(name in EDGES))).toEqual([]);
  });

  it('import only what the list allows', () => {
    const forbidden = across.filter(({ from, target }) => !EDGES[from]?.allowed.includes(moduleOf(target)));
    expect(forbidden).toEqual([]);
  });

  it('have parts that import of each other only what the list allows', () => {
    const partOf = (file: string, module: string) => {
      const rest = file.startsWith(`${module}/`) ? file.slice(module.length + 1) : '';
      return rest.includes('/') ? `${module}/${rest.split('/')[0]!}` : undefined;
    };
    const parts = Object.keys(EDGES).filter((name) => name.includes('/'));
    const modules = [...new Set(parts.map((name) => dirname(name)))];
    const between = modules.flatMap((module) =>
      ours
        .map(({ file, target }) => ({ from: partOf(file, module), to: partOf(target, module), file }))
        .filter(({ from, to }) => from !== undefined && to !== undefined && from !== to),
    );
    const forbidden = between.filter(({ from, to }) => !EDGES[from!]?.allowed.includes(to!));
    expect(forbidden).toEqual([]);
    expect(between.length).toBeGreaterThan(100);
  });

  it('import each other through the index only', () => {
    // config/process is needed before Nest, which an index would load; parse-body without it, in a thread.
    const isEarly = (path: string) =>
      path.startsWith('config/process/') || path === 'common/http/body/parse-body.ts';
    const deep = across.filter(
      ({ file, target }) =>
        target.includes('/') && !target.endsWith('/index.ts') && !isEarly(file) && !isEarly(target),
    );
    expect(deep).toEqual([]);
  });

  it('leave SQL to persistence and repositories', () => {
    const offenders = sources.filter(
      (file) =>
        !file.startsWith('persistence/') &&
        !file.endsWith('.repository.ts') &&
        importsOf(file).some((name) => /^(kysely|better-sqlite3|pg)(\/|$)/.test(name)),
    );
    expect(offenders).toEqual([]);
  });

  it('read the environment in config only', () => {
    const offenders = sources.filter(
      (file) =>
        !file.startsWith('config/') && /process\s*\.\s*env\b/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    expect(offenders).toEqual([]);
  });
});

/** Types alone: the command line is a client of the admin API, as the console is. */
const CLIENT_TYPES = { file: 'cli/gateway/answers.ts', target: '../openapi/admin.v1.generated.ts' };

describe('the simulators', () => {
  it('are imported by the demo and the command `simulate` only, besides tests', () => {
    const outside = outward.filter(
      ({ file, target }) => file !== CLIENT_TYPES.file || target !== CLIENT_TYPES.target,
    );
    const importers = outside.map(({ file }) => file);
    expect(outside.filter(({ target }) => target !== '../simulators/index.ts')).toEqual([]);
    expect(importers.filter((file) => !/^cli\/(?:demo\/|commands\/gateway\/simulate\.)/.test(file))).toEqual(
      [],
    );
    expect(importers).toEqual(expect.arrayContaining(['cli/demo/demo.ts']));
  });

  it('import nothing of src, not even in their tests', () => {
    const imports = sourcesIn(SIMULATORS).flatMap((file) => oursOf(file, SIMULATORS));
    expect(imports.filter((target) => target.startsWith('../'))).toEqual([]);
    expect(imports.length).toBeGreaterThan(0);
  });
});

describe('package.json', () => {
  it('has the dependencies of the extensions in the same versions', () => {
    const { devDependencies } = manifestOf('.');
    const extensions = readdirSync(join(ROOT, 'extensions')).map((name) => manifestOf(`extensions/${name}`));
    const declared = Object.assign({}, ...extensions.map(({ dependencies }) => dependencies)) as object;
    expect(declared).toHaveProperty('botbuilder');
    expect(devDependencies).toMatchObject(declared);
  });
});

describe('migrations', () => {
  it('are all in the set that medium tests take up and down', () => {
    const folder = join(SRC, 'persistence/migrations');
    const files = readdirSync(folder).filter((file) => file.startsWith('release-'));
    const index = readFileSync(join(folder, 'index.ts'), 'utf8');
    expect(files.filter((file) => !index.includes(`'./${file.replace(/\.ts$/, '.js')}'`))).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
  });
});

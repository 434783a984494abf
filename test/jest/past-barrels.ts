import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import swcJest from '@swc/jest';

/*
 * A transformer for Jest: SWC, whose output then imports a name from the file that declares it, not from the `index.ts`
 * of its module. Jest evaluates every module again for each file of tests, so a unit spec that loads whole modules for
 * three names pays for all of them: half of its time. Plain Node without own imports, like slowness.ts.
 */

/** What a barrel exports under a name: an export of another file, or all of them (`*`). */
interface Origin {
  readonly file: string;
  readonly name: string;
}

type Swc = ReturnType<typeof swcJest.createTransformer>;
type Processed = ReturnType<NonNullable<Swc['process']>>;

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDERS = ['src', 'simulators', 'test'];

/** SWC writes each of them on one line, without types; a namespace or a default stays with its barrel. */
const NAMED = /^(import|export) \{ (.+) \} from '(\.[^']*\/index\.js)';$/gm;
const MOCKED_BARREL = /unstable_mockModule\(\s*'(\.[^']*\/index\.js)'/;

const COMMENT = /\/\*[^]*?\*\/|\/\/.*/g;
const RE_EXPORT = /^export (type )?(?:\{([^}]*)\}|\*(?: as (\w+))?) from '([^']+)';/gm;
/** The only code of its own with which a barrel is still one: it does nothing until it is called. */
const LAZY = /^export const \w+ = \(\) => import\('[^']+'\);/gm;
const DECLARED = /^export (?:abstract |async )*(?:class|function\*?|const|let|enum) (\w+)/gm;
const LISTED = /^export \{([^}]*)\}/gm;

export function createTransformer(options: Parameters<typeof swcJest.createTransformer>[0]): Swc {
  const swc = swcJest.createTransformer(options);
  const { barrels, digest } = ours();
  const past = (done: Processed, filename: string): Processed => ({
    ...done,
    code: barrels.passed(done.code, filename),
  });
  return {
    ...swc,
    process: (source, filename, more) => past(swc.process!(source, filename, more), filename),
    processAsync: async (source, filename, more) =>
      past(await swc.processAsync!(source, filename, more), filename),
    // What a file becomes depends on the barrels too.
    getCacheKey: (source, filename, more) => `${swc.getCacheKey!(source, filename, more)}-${digest}`,
  };
}

/** Once per process, for all projects of jest.config.mjs. */
const ours = (() => {
  let made: { readonly barrels: Barrels; readonly digest: string } | undefined;
  return () => (made ??= make());
})();

function make() {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((each) =>
      join(ROOT, folder, each),
    ),
  );
  const barrels = new Barrels();
  return { barrels, digest: barrels.digest(files.filter((each) => each.endsWith('/index.ts'))) };
}

export class Barrels {
  private readonly known = new Map<string, ReadonlyMap<string, Origin>>();

  /** Of what the barrels export from where, and of this code. */
  digest(barrels: readonly string[]): string {
    const all = barrels.toSorted().map((each) => [each, [...this.exportsOf(each)]]);
    return createHash('sha256')
      .update(readFileSync(import.meta.filename))
      .update(JSON.stringify(all))
      .digest('hex')
      .slice(0, 16);
  }

  /** @returns the code with as many lines, so that the source map of SWC stays true */
  passed(code: string, filename: string): string {
    const mocked = MOCKED_BARREL.exec(code)?.[1];
    if (mocked && sourceOf(filename, mocked))
      throw new Error(`${filename} mocks ${mocked}, which no import loads: name the file that declares`);
    return code.replace(NAMED, (whole, keyword: string, names: string, from: string) => {
      const barrel = sourceOf(filename, from);
      if (!barrel || barrel === filename) return whole;
      const parts = names.split(', ').map((each) => this.partOf(each, barrel));
      if (parts.every((each) => each.file === barrel)) return whole;
      return parts
        .map(({ file, what }) => `${keyword} ${what} from '${pathFrom(filename, file)}';`)
        .join(' ');
    });
  }

  private partOf(specifier: string, barrel: string): { readonly file: string; readonly what: string } {
    const [name = '', alias = name] = specifier.split(' as ');
    const origin = this.originOf(name, barrel);
    if (origin.name === '*') return { file: origin.file, what: `* as ${alias}` };
    return { file: origin.file, what: `{ ${origin.name === alias ? alias : `${origin.name} as ${alias}`} }` };
  }

  /** The file that declares the name, or the first on the way to it that is no barrel. */
  private originOf(name: string, file: string): Origin {
    const next = this.exportsOf(file).get(name);
    if (next === undefined) return { file, name };
    return next.name === '*' ? next : this.originOf(next.name, next.file);
  }

  private exportsOf(file: string): ReadonlyMap<string, Origin> {
    let known = this.known.get(file);
    if (!known) this.known.set(file, (known = file.endsWith('/index.ts') ? this.ofBarrel(file) : new Map()));
    return known;
  }

  /** Empty for an `index.ts` that does more than re-export: to load other files in its stead would leave that out. */
  private ofBarrel(barrel: string): ReadonlyMap<string, Origin> {
    const source = readFileSync(barrel, 'utf8').replace(COMMENT, '');
    const found = new Map<string, Origin>();
    if (source.replace(RE_EXPORT, '').replace(LAZY, '').trim() !== '') return found;
    for (const [, type, list, namespace, from = ''] of source.matchAll(RE_EXPORT)) {
      const file = sourceOf(barrel, from);
      if (type || !file) continue;
      if (namespace) found.set(namespace, { file, name: '*' });
      else if (list) for (const { name, as } of namesIn(list)) found.set(as, { file, name });
      else for (const name of this.namesOf(file)) found.set(name, { file, name });
    }
    return found;
  }

  private namesOf(file: string): Iterable<string> {
    if (file.endsWith('/index.ts')) return this.exportsOf(file).keys();
    const source = readFileSync(file, 'utf8');
    const declared = [...source.matchAll(DECLARED)].map(([, name = '']) => name);
    const listed = [...source.matchAll(LISTED)].flatMap(([, list = '']) => namesIn(list));
    return [...declared, ...listed.map(({ as }) => as)];
  }
}

/** Without types, which have no file when the code runs. */
function namesIn(list: string): readonly { readonly name: string; readonly as: string }[] {
  return list
    .replace(COMMENT, '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('type '))
    .map((each) => {
      const [name = '', as = name] = each.split(' as ');
      return { name, as };
    });
}

function sourceOf(importer: string, specifier: string): string | undefined {
  const file = resolve(dirname(importer), specifier).replace(/\.js$/, '.ts');
  return existsSync(file) ? file : undefined;
}

function pathFrom(importer: string, file: string): string {
  const path = relative(dirname(importer), file).replace(/\.ts$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
}

import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { LENT_MODULES } from './lent-modules.js';

const SCHEME = 'gatehouse-lent:';
/** The global through which the generated source of a lent module gets its exports. */
const SHELF = Symbol.for('gatehouse.lent-modules');

const lenders = new Set<string>();

/**
 * From now on, code below `folder` gets the modules of this program by `import` and `require`; no other code is
 * affected.
 * @param folder without symbolic links
 */
export function lendTo(folder: string): void {
  if (lenders.size === 0) register();
  lenders.add(`${pathToFileURL(folder).href}/`);
}

function register(): void {
  Object.assign(globalThis, { [SHELF]: LENT_MODULES });
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL } = context;
      if (!Object.hasOwn(LENT_MODULES, packageOf(specifier)) || !isLentTo(parentURL))
        return next(specifier, context);
      if (!Object.hasOwn(LENT_MODULES, specifier)) throw notLent(specifier);
      return { url: SCHEME + encodeURIComponent(specifier), format: 'module', shortCircuit: true };
    },
    load(url, context, next) {
      if (!url.startsWith(SCHEME)) return next(url, context);
      const source = sourceOf(decodeURIComponent(url.slice(SCHEME.length)));
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

const isLentTo = (parent: string | undefined): boolean =>
  parent !== undefined && [...lenders].some((folder) => parent.startsWith(folder));

/** `@nestjs/common/enums/x.js` belongs to `@nestjs/common`, `gatehouse/x` to the lent `gatehouse/plugin`. */
function packageOf(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/');
  if (scope === 'gatehouse') return 'gatehouse/plugin';
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/** The error for a module of the program that a plugin cannot have: neither as another copy nor in part. */
function notLent(specifier: string): Error {
  const names = Object.keys(LENT_MODULES).join(', ');
  return new Error(`"${specifier}" cannot be imported by a plugin: the gateway provides ${names}`);
}

function sourceOf(name: string): string {
  const exported = Object.keys(LENT_MODULES[name] ?? {}).filter((key) => /^[\w$]+$/.test(key));
  const lines = exported.map((key) =>
    key === 'default' ? 'export default lent.default;' : `export const ${key} = lent.${key};`,
  );
  const shelf = `globalThis[Symbol.for('gatehouse.lent-modules')]`;
  return [`const lent = ${shelf}[${JSON.stringify(name)}];`, ...lines].join('\n');
}

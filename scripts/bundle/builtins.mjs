// Modules of Node that load more of Node when certain names are read: an import of such a module reads all of them.

/** `http` loads Node's own fetch for `WebSocket`, `tls` all root certificates, `crypto` the Web Crypto API. */
const WITH_LAZY_NAMES = ['crypto', 'http', 'tls'];
const MARK = '\0node-';

/**
 * Imports those modules without the lazy names: 2 MB less, and 40 ms at the start. The default export still has such a
 * name; importing it fails the build. A `require` reads no names, and stays unchanged.
 */
export const builtinsWithoutLazyNames = {
  name: 'modules of Node without their lazy names',
  resolveId(id, _importer, { kind }) {
    const name = id.replace(/^node:/, '');
    return kind === 'import-statement' && WITH_LAZY_NAMES.includes(name) ? MARK + name : null;
  },
  load: (id) => (id.startsWith(MARK) ? withoutLazyNames(id.slice(MARK.length)) : null),
};

function withoutLazyNames(name) {
  const properties = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(name)));
  const names = properties.filter(([, { value }]) => value !== undefined).map(([each]) => each);
  return [
    `const builtin = process.getBuiltinModule('node:${name}');`,
    'export default builtin;',
    `export const { ${names.join(', ')} } = builtin;`,
  ].join('\n');
}

// Modules of Node that load more of it when certain names of theirs are read: an import of such a module reads all of them.

/** `http` has Node's own fetch behind its `WebSocket`, `tls` all root certificates, `crypto` the Web Crypto API. */
const WITH_LAZY_NAMES = ['crypto', 'http', 'tls'];
const MARK = '\0node-';

/**
 * Takes those modules without the names that are read lazily: 2 MB less, and 40 ms at the start. Such a name can be had
 * from the default export; importing it ends the build. A `require` reads no names, and is left alone.
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

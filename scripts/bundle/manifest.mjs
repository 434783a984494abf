/**
 * The package.json of the built program. It has no dependencies: they are in the bundle or beside it, so an
 * installation downloads nothing, compiles nothing and runs no script.
 * @param repository our own package.json
 * @param oldestNode major version
 */
export function manifestOf({ name, version, description, license, type }, oldestNode) {
  return {
    name,
    version,
    description,
    license,
    type,
    engines: { node: `>=${oldestNode}` },
    bin: { gatehouse: 'cli.js' },
    exports: {
      './plugin': { types: './types/plugins/published.d.ts', default: './plugin.js' },
      './package.json': './package.json',
    },
  };
}

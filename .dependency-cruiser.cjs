/**
 * Who may import whom (DESIGN 3). An allow-list: what a module may import besides itself; everything else is
 * forbidden. The list may only shrink. test/architecture holds the same rules, because a linter can be silenced.
 */
const { dirname } = require('node:path/posix');
const edges = require('./scripts/module-edges.json');

/** What a plugin's package brings: no dependency of the core. */
const OF_PLUGINS = [
  'botbuilder',
  '@microsoft/app-manifest',
  'ajv',
  'ajv-draft-04',
  'ajv-formats',
  'fast-png',
  'fflate',
];

const escape = (name) => name.replace(/[.]/g, '\\.');
const inside = (module) => `^src/${escape(module)}(/|\\.ts$)`;
/** A part of a module is held to its edges within the module. */
const scopeOf = (module) => `^src/${module.includes('/') ? `${escape(dirname(module))}/` : ''}`;
/** Files at the top of src that know all modules, or none. */
const TOP = [
  'app.module',
  'app.sections',
  'app-with-plugins',
  'certificate',
  'create-app',
  'edge',
  'gateway',
  'gateway-address',
  'logger.module',
  'main',
  'not-yet',
  'openapi',
  'request-log',
  'role',
  'cli',
  'command-line',
  'gateway-process',
  'lean-gateway',
  'node-version',
];

module.exports = {
  forbidden: [
    ...Object.entries(edges).map(([module, { allowed }]) => ({
      name: `edges-of-${module}`,
      severity: 'error',
      comment: `${module} may import: ${allowed.join(', ') || 'nothing of ours'}`,
      from: { path: inside(module), pathNot: '\\.spec\\.ts$' },
      to: {
        path: scopeOf(module),
        pathNot: [
          inside(module),
          ...allowed.map((name) => (TOP.includes(name) ? `^src/${escape(name)}\\.ts$` : inside(name))),
        ],
      },
    })),
    {
      name: 'through-the-index',
      severity: 'error',
      comment: 'a module is imported through its index.ts',
      from: { path: '^src/([^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^src/([^/]+)/', pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$'] },
    },
    {
      name: 'database-only-in-repositories',
      severity: 'error',
      comment: 'only persistence and *.repository.ts touch the SQL library',
      from: { path: '^src/', pathNot: ['^src/persistence/', '\\.repository\\.ts$', '\\.spec\\.ts$'] },
      to: { path: 'node_modules/(kysely|better-sqlite3|pg)/' },
    },
    {
      name: 'botbuilder-behind-its-interface',
      severity: 'error',
      comment: 'ended upstream: whoever takes its place is one new folder (ADR 0034)',
      from: { path: '^src/', pathNot: ['^src/workchat/botbuilder/'] },
      to: { path: 'node_modules/(botbuilder|botframework-|@azure/)' },
    },
    {
      name: 'no-tests-in-production',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '(^test/|\\.spec\\.ts$)' },
    },
    { name: 'no-circles', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
    {
      name: 'no-dev-dependencies',
      severity: 'error',
      comment: 'package.json names what the program runs on in `dependencies`, tools elsewhere',
      from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
      to: {
        pathNot: OF_PLUGINS.map((name) => `^node_modules/${escape(name)}/`),
        dependencyTypes: ['npm-dev', 'npm-optional', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    },
    { name: 'resolvable', severity: 'error', from: { path: '^src/' }, to: { couldNotResolve: true } },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
};

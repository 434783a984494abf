/**
 * Who may import whom (DESIGN 3). An allow-list: what a module may import besides itself; everything else is
 * forbidden. The list may only shrink. test/architecture holds the same rules, because a linter can be silenced.
 */
const edges = require('./scripts/module-edges.json');

const escape = (name) => name.replace(/[.]/g, '\\.');
const inside = (module) => `^src/${escape(module)}(/|\\.ts$)`;
/** Files at the top of src that know all modules, or none. */
const TOP = [
  'app.module',
  'app.sections',
  'certificate',
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
        path: '^src/',
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

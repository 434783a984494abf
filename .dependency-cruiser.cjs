/**
 * Import edges between the modules (DESIGN 3). An allow-list: what a module may import besides itself; everything else
 * is forbidden. The list may only shrink. test/architecture holds the same rules, because a linter can be silenced.
 */
const { readdirSync } = require('node:fs');
const { dirname } = require('node:path/posix');
const edges = require('./scripts/module-edges.json');

/** The extensions, each packed from the module of the same name, with the packages that its own manifest declares. */
const extensions = readdirSync('extensions').map((name) => ({
  name,
  packages: Object.keys(require(`./extensions/${name}/package.json`).dependencies ?? {}),
}));

const escape = (name) => name.replace(/[.]/g, '\\.');
const ofPackages = (names) => `^node_modules/(${names.map(escape).join('|')})/`;
const inside = (module) => `^src/${escape(module)}(/|\\.ts$)`;
/** A part of a module has its edges only within the module. */
const scopeOf = (module) => `^src/${module.includes('/') ? `${escape(dirname(module))}/` : ''}`;
/** Files at the top of src that know all modules, or none. */
const TOP = [
  'app',
  'app.module',
  'app.sections',
  'gateway',
  'main',
  'cli',
  'command-line',
  'gateway-process',
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
      comment:
        'a module is imported through its index.ts; config/process is there before Nest, which an index loads, parse-body without it, in a thread, and the HTTP client loads undici',
      from: { path: '^src/([^/]+)/', pathNot: ['^src/config/process/', '\\.spec\\.ts$'] },
      to: {
        path: '^src/([^/]+)/',
        pathNot: [
          '^src/$1/',
          '^src/[^/]+/index\\.ts$',
          '^src/channels/kit/index\\.ts$',
          '^src/config/process/',
          '^src/common/http/body/parse-body\\.ts$',
          '^src/common/http/client/index\\.ts$',
        ],
      },
    },
    {
      name: 'kit-for-connectors',
      severity: 'error',
      comment: 'what connectors share (ADR 0088): the port and the centre work without it',
      from: {
        path: '^src/',
        pathNot: [
          '^src/(imbridge|workchat|webchat|channels/kit)/',
          '^src/plugins/published\\.ts$',
          '\\.spec\\.ts$',
        ],
      },
      to: { path: '^src/channels/kit/' },
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
      from: { path: '^src/', pathNot: ['^src/workchat/service/botbuilder/'] },
      to: { path: 'node_modules/(botbuilder|botframework-|@azure/)' },
    },
    {
      name: 'simulators-for-demo-and-tests',
      severity: 'error',
      comment: 'they imitate the outside: only the demo, `gatehouse simulate` and tests run them',
      from: {
        path: '^src/',
        pathNot: ['^src/cli/demo/', '^src/cli/commands/gateway/simulate\\.', '\\.spec\\.ts$'],
      },
      to: { path: '^simulators/' },
    },
    {
      name: 'simulators-know-nothing-of-ours',
      severity: 'error',
      comment: 'a simulator that shared our parser would share our mistakes',
      from: { path: '^simulators/' },
      to: { path: '^(src|test|bench|extensions)/' },
    },
    {
      name: 'console-talks-by-http',
      severity: 'error',
      comment: 'the page runs in a browser: all it knows of the gateway is the contract of the admin API',
      from: { path: '^console/' },
      to: { path: '^(src|simulators|test|scripts)/' },
    },
    {
      name: 'console-is-no-module',
      severity: 'error',
      from: { path: '^(src|simulators)/' },
      to: { path: '^console/' },
    },
    {
      name: 'no-tests-in-production',
      severity: 'error',
      from: { path: '^(src|simulators)/', pathNot: '(/testing/|\\.spec\\.ts$)' },
      to: { path: '(^test/|^simulators/testing/|\\.spec\\.ts$)' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: { path: '^(src|simulators|console)/' },
      to: { circular: true },
    },
    ...extensions.map(({ name, packages }) => ({
      name: `packages-of-${name}`,
      severity: 'error',
      comment: `extensions/${name}/package.json declares them: the program is installed without`,
      from: { path: '^(src|simulators)/', pathNot: [`^src/${escape(name)}/`, '\\.spec\\.ts$'] },
      to: { path: ofPackages(packages) },
    })),
    {
      name: 'no-dev-dependencies',
      severity: 'error',
      comment: 'package.json names what the program runs on in `dependencies`, tools elsewhere',
      from: { path: '^(src|simulators|console)/', pathNot: '\\.spec\\.ts$' },
      to: {
        pathNot: ofPackages(extensions.flatMap(({ packages }) => packages)),
        dependencyTypes: ['npm-dev', 'npm-optional', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: { path: '^(src|simulators)/' },
      to: { couldNotResolve: true },
    },
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

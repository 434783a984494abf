/*
 * What is run together. Plain Node without own imports, like slowness.ts.
 *
 * - `quick`, which is `npm test`: what a change most often breaks, within minutes
 * - `rest`: what `quick` leaves out, so that both are everything, and nothing twice
 * - `all`: everything
 * - `night`: the long forms, for which no one waits; `all` has their short ones
 */
export const RUNS = ['all', 'quick', 'rest', 'night'] as const;
export type Run = (typeof RUNS)[number];

const VARIABLE = 'GATEHOUSE_TEST_RUN';

/**
 * Those of `test/medium` which `quick` runs on SQLite, and `rest` on PostgreSQL: the way of a message, what ends it, and
 * what takes a second or two and sees what no test of a lower level can.
 */
export const ON_THE_WAY = [
  'account-states',
  'approval-answers',
  'approval-deciders',
  'approvals',
  'budgets',
  'commands',
  'context',
  'conversation-view',
  'dead-letters',
  'delivery',
  'delivery-places',
  'fallbacks',
  'files',
  'first-attempt',
  'gate',
  'holds',
  'idempotency',
  'interleavings',
  'job-queue',
  'joining',
  'long-input',
  'loops',
  'mcp-login-tokens',
  'mcp-logins',
  'mcp-pins',
  'media-store',
  'message-files',
  'model-failures',
  'offered-tools',
  'oldest-unanswered',
  'operator-messages',
  'pairing',
  'people',
  'pipeline',
  'polls',
  'presence',
  'reasons',
  'repeated-requests',
  'retention',
  'self-chat',
  'session-memory',
  'sign-ins',
  'stored-approvals',
  'tool-cards',
  'tool-refusals',
  'tool-speech',
  'tools',
  'turns',
  'upkeep',
  'usage-command',
  'webhook-messages',
  'workchat-approvals',
  'workchat-threads',
] as const;

/** Those of `test/e2e` that kill and fail at random, for as long as they are given. */
const CHAOS = [
  'approval-chaos',
  'crash',
  'mcp-programs',
  'model-chaos',
  'random-events',
  'replicas',
  'workchat-crash',
];

/** That of `test/e2e` which `quick` runs: the built program, killed once. */
export const SMOKE = 'smoke';

/** @throws for a value of the variable that is no run */
export function runOf(env: NodeJS.ProcessEnv = process.env): Run {
  const given = env[VARIABLE] ?? 'all';
  const run = RUNS.find((each) => each === given);
  if (run === undefined) throw new Error(`${VARIABLE} must be one of ${RUNS.join(', ')}; it is ${given}`);
  return run;
}

/** The tests of a level, or some of them: a project of jest.config.mjs. */
export interface Part {
  readonly level: 'unit' | 'contract' | 'medium' | 'architecture' | 'e2e';
  /** Patterns of Jest. */
  readonly files: readonly string[];
  /** They use nothing of Nest, which each file would otherwise load for nothing. */
  readonly isWithoutNest?: boolean;
  /** Of medium tests: those of test/support/databases.ts. */
  readonly databases?: readonly ('SQLite' | 'PostgreSQL')[];
}

const UNITS: readonly Part[] = [
  { level: 'unit', files: ['<rootDir>/src/**/*.spec.ts'] },
  {
    level: 'unit',
    files: ['<rootDir>/{simulators,scripts,console,test/jest,test/support}/**/*.spec.ts'],
    isWithoutNest: true,
  },
];
const CONTRACT: Part = { level: 'contract', files: othersThan('contract', []) };
const ARCHITECTURE: Part = { level: 'architecture', files: othersThan('architecture', []) };
const BOTH = ['SQLite', 'PostgreSQL'] as const;

export const PARTS: Readonly<Record<Run, readonly Part[]>> = {
  all: [
    ...UNITS,
    CONTRACT,
    { level: 'medium', files: othersThan('medium', []), databases: BOTH },
    ARCHITECTURE,
    { level: 'e2e', files: othersThan('e2e', []) },
  ],
  quick: [
    ...UNITS,
    CONTRACT,
    { level: 'medium', files: these('medium', ON_THE_WAY), databases: ['SQLite'] },
    { level: 'e2e', files: these('e2e', [SMOKE]) },
  ],
  rest: [
    { level: 'medium', files: othersThan('medium', ON_THE_WAY), databases: BOTH },
    { level: 'medium', files: these('medium', ON_THE_WAY), databases: ['PostgreSQL'] },
    ARCHITECTURE,
    { level: 'e2e', files: othersThan('e2e', [SMOKE]) },
  ],
  night: [
    { level: 'unit', files: ['<rootDir>/src/**/*referee.spec.ts'] },
    { level: 'medium', files: these('medium', ['people']), databases: BOTH },
    { level: 'e2e', files: these('e2e', CHAOS) },
  ],
};

/** What makes a test of `night` long, where it is not set; `byNight` of test/support/night.ts does the others. */
export const NIGHT_ENV: Readonly<Record<string, string>> = {
  APPROVAL_RUNS: '1000',
  CHAOS_TURNS: '16000',
  GATEHOUSE_TEST_PEOPLE: '10000',
  MCP_RESTARTS: '20',
  MCP_TURNS: '100',
  RANDOM_EVENT_SEEDS: 'new',
  REFEREE_CUTS: 'every',
};

function these(level: Part['level'], names: readonly string[]): string[] {
  return names.map((name) => `<rootDir>/test/${level}/${name}.spec.ts`);
}

/** In a pattern that begins with `!`, Jest does not replace `<rootDir>`. */
function othersThan(level: Part['level'], names: readonly string[]): string[] {
  const left = names.map((name) => `!**/test/${level}/${name}.spec.ts`);
  return [`<rootDir>/test/${level}/**/*.spec.ts`, ...left];
}

import type { Random } from '../../../../simulators/common/random.js';

/** How many of a hundred approvals live which life. */
const SHARES = {
  allowed: 20,
  'allowed by two at once': 12,
  'allowed and refused at once': 10,
  'answered twice and late': 8,
  refused: 6,
  expires: 4,
  'answered as it expires': 10,
  'allowed, and the server dies': 4,
  'allowed, and the server fails': 3,
  'allowed as it is withdrawn': 5,
  withdrawn: 2,
  'denied by the policy meanwhile': 4,
  'requester shut out meanwhile': 3,
  'requester shut out at the yes': 3,
  'server moved meanwhile': 3,
  'tool changed meanwhile': 3,
} as const;

export type RunKind = keyof typeof SHARES;

/** One approval's life, with all its random choices. */
export interface PlannedRun {
  readonly key: string;
  readonly kind: RunKind;
  readonly requester: number;
  /** How long the call takes, ms. */
  readonly callMs: number;
  /** How long a person takes to answer, ms. */
  readonly thinkMs: number;
  /** For what a kind has two or more ways of, in [0, 1). */
  readonly variant: number;
  readonly offsetMs: number;
}

/** The same seed gives the same runs; every kind has its share, in random order. */
export function planOf(random: Random, count: number, requesters: number): readonly PlannedRun[] {
  const kinds = kindsOf(random, count);
  return kinds.map((kind, index) => ({
    key: `run-${index}`,
    kind,
    requester: index % requesters,
    callMs: random.chance(0.3) ? random.between(100, 1_200) : 0,
    thinkMs: random.chance(0.5) ? 0 : random.between(0, 400),
    variant: random.next(),
    offsetMs: random.between(-30, 30),
  }));
}

function kindsOf(random: Random, count: number): RunKind[] {
  const hundred = Object.entries(SHARES).flatMap(([kind, share]) =>
    Array<RunKind>(share).fill(kind as RunKind),
  );
  const every = Object.keys(SHARES) as RunKind[];
  // Few runs, as CI has them, have each kind once before any has its second.
  const all = count < 100 ? [...every, ...shuffled(random, hundred)] : hundred;
  return shuffled(
    random,
    Array.from({ length: count }, (_, index) => all[index % all.length]!),
  );
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

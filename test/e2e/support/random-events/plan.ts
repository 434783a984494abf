import { Random } from '../../../../simulators/common/random.js';

/** How many of each kind of event a whole run has: 300 together. */
const COUNTS = {
  // Messages of people, each of which gets one answer.
  text: 52,
  'reversed burst': 24,
  'webhook twice': 16,
  'webhook lost': 14,
  'webhook late': 14,
  'text, then its picture': 8,
  'picture, late': 6,
  'picture, at once': 8,
  'subject only': 6,
  'in the group, mentioned': 20,
  'by a new person': 6,
  'answered with an unknown end': 6,
  // Events without an answer.
  'in the group, not mentioned': 14,
  'typed on the phone': 14,
  tapback: 14,
  edit: 12,
  unsend: 6,
  receipt: 14,
  'old message again': 8,
  typing: 8,
  read: 8,
  rubbish: 10,
  // Faults of the bridge and of the gateway.
  'reads fail': 4,
  'bridge away': 2,
  'registration lost': 1,
  'gateway killed': 3,
  'gateway terminated': 2,
} as const;

export type EventKind = keyof typeof COUNTS;

/** One event with the choices that its kind may need, so that a run depends on its seed only. */
export interface PlannedEvent {
  readonly number: number;
  readonly kind: EventKind;
  /** In [0, 1): which chat, which earlier message, which variant. */
  readonly place: number;
  readonly earlier: number;
  readonly variant: number;
  /** 2 or 3, for kinds of several messages. */
  readonly size: number;
  /** Up to 90, for what comes late. */
  readonly lateMs: number;
  /** The pause before the next event. */
  readonly pauseMs: number;
}

/**
 * All events of a run in a random order.
 * @param share of a whole run, which has at least one event of each kind
 */
export function planOf(seed: number, share: number): readonly PlannedEvent[] {
  const random = new Random(seed);
  const kinds = Object.entries(COUNTS).flatMap(([kind, count]) =>
    Array.from({ length: Math.ceil(count * share) }, () => ({ kind: kind as EventKind, at: random.next() })),
  );
  return kinds
    .sort((one, other) => one.at - other.at)
    .map(({ kind }, number) => ({
      number,
      kind,
      place: random.next(),
      earlier: random.next(),
      variant: random.next(),
      size: random.between(2, 3),
      lateMs: random.between(5, 90),
      pauseMs: random.between(0, 25),
    }));
}

export const chosen = <T>(items: readonly T[], share: number): T => items[Math.floor(share * items.length)]!;

import { forgetKeys, newId } from '../../common/index.js';
import { type Dimensions, keyOf } from '../ledger/dimensions.js';
import type { OpenRow } from '../ledger/open-calls.repository.js';

/** The most that a call may use; `cost` in millionths of the currency. */
export interface CallAmounts {
  readonly input: number;
  readonly output: number;
  readonly cost: number;
}

/** A row is made larger than needed, so that growing prompts seldom change it. */
const ROOM = 1.25;
/** A row without calls is deleted after this time, ms. */
const QUIET_MS = 1_000;

const NOTHING: CallAmounts = { input: 0, output: 0, cost: 0 };

/** The calls of one kind that the ledger does not have yet, and what the database knows of them. */
interface OpenKind {
  readonly id: string;
  readonly dimensions: Dimensions;
  readonly isPriced: boolean;
  open: CallAmounts;
  stored: CallAmounts;
  usedAt: number;
}

/**
 * Sees to it that the database knows of every call before it is made: a row for each agent, person and place with the
 * most that its calls may use. It is written when it grows, and so seldom. Times are those of `Clock.elapsed`.
 */
export class OpenCalls {
  private readonly kinds = new Map<string, OpenKind>();

  /** Whether the database knows enough for one more call. */
  covers(dimensions: Dimensions, amounts: CallAmounts): boolean {
    const kind = this.kinds.get(keyOf(dimensions));
    return kind !== undefined && isWithin(plus(kind.open, amounts), kind.stored);
  }

  /** Counts a call. @returns the function that ends it: called when the call is in the ledger */
  begin(dimensions: Dimensions, amounts: CallAmounts, now: number): () => void {
    const kind = this.kinds.get(keyOf(dimensions));
    if (!kind) throw new Error('a call begins before the database knows of it');
    kind.open = plus(kind.open, amounts);
    kind.usedAt = now;
    return () => {
      kind.open = plus(kind.open, amounts, -1);
    };
  }

  /** The row that knows of further calls; undefined when it does already. */
  rowFor(call: { readonly dimensions: Dimensions; readonly isPriced: boolean }, further: CallAmounts) {
    const kind = this.kinds.get(keyOf(call.dimensions)) ?? this.newKind(call);
    const needed = plus(kind.open, further);
    if (isWithin(needed, kind.stored)) return undefined;
    const { id, dimensions, isPriced } = kind;
    const room = (name: keyof CallAmounts) => Math.ceil(Math.max(needed[name] * ROOM, kind.stored[name]));
    return { id, dimensions, isPriced, input: room('input'), output: room('output'), cost: room('cost') };
  }

  /** The rows are in the database. */
  stored(rows: readonly OpenRow[], now: number): void {
    for (const row of rows) {
      const { id, dimensions, isPriced, input, output, cost } = row;
      const kind = this.kinds.get(keyOf(dimensions));
      const known = kind ?? { id, dimensions, isPriced, open: NOTHING, stored: NOTHING, usedAt: now };
      known.stored = { input, output, cost };
      known.usedAt = now;
      this.kinds.set(keyOf(dimensions), known);
    }
  }

  /** Forgets kinds without calls. @returns the ids of their rows, which are to be deleted */
  takeQuiet(now: number, quietMs = QUIET_MS): string[] {
    const isQuiet = ({ open, usedAt }: OpenKind) =>
      open.input + open.output + open.cost === 0 && now - usedAt >= quietMs;
    const quiet = [...this.kinds].filter(([, kind]) => isQuiet(kind));
    for (const [key] of quiet) this.kinds.delete(key);
    return quiet.map(([, { id }]) => id);
  }

  forget(names: readonly string[]): void {
    forgetKeys(this.kinds, names);
  }

  private newKind({ dimensions, isPriced }: Pick<OpenKind, 'dimensions' | 'isPriced'>): OpenKind {
    return { id: newId('use'), dimensions, isPriced, open: NOTHING, stored: NOTHING, usedAt: 0 };
  }
}

const plus = (one: CallAmounts, other: CallAmounts, sign = 1): CallAmounts => ({
  input: one.input + sign * other.input,
  output: one.output + sign * other.output,
  cost: one.cost + sign * other.cost,
});

const isWithin = (one: CallAmounts, most: CallAmounts): boolean =>
  one.input <= most.input && one.output <= most.output && one.cost <= most.cost;

/** The answer to a request for a turn's slot. */
export type SlotOutcome =
  | {
      readonly kind: 'in';
      /** Whether other turns went first: information from before the wait may then be out of date. */
      readonly hasWaited: boolean;
      /** Gives the slot back; a second call has no effect. */
      readonly leave: () => void;
    }
  | {
      readonly kind: 'full';
      /** Resolves when it is worth asking again; asking earlier is allowed. Never rejects. */
      readonly again: Promise<void>;
      /** The number of other turns that were deferred. */
      readonly others: number;
    };

export interface SlotRequest {
  /**
   * Identifies the turn: one that asks again keeps its place in the order. Among equal times the lower key goes first.
   */
  readonly key: string;
  /** Since when it has waited, epoch ms; the earlier goes first. */
  readonly since: number;
  /** How many turns may run at once from now on, including those that wait. */
  readonly limit: number;
  /** Is never deferred, and takes no place from turns that may be. */
  readonly mustWait?: boolean;
}

/** The values that order the queue. */
type Ticket = Pick<SlotRequest, 'key' | 'since'>;

interface Waiting extends Ticket {
  readonly mustWait: boolean;
  readonly settle: (entry: SlotOutcome) => void;
}

/**
 * Limits how many turns run at once. Waiting turns enter in order of arrival. The queue is bounded, because a waiting
 * turn occupies a worker: the latest arrivals are deferred, and told when slots are free, again in order of
 * arrival.
 */
export class TurnSlots {
  private taken = 0;
  private limit = 0;
  private readonly line: Waiting[] = [];
  /** Deferred turns, by key. */
  private readonly deferred = new Map<string, Ticket & { readonly call: () => void }>();

  /** @param longestLine how many turns may wait here; the latest of them are deferred */
  constructor(private readonly longestLine: number) {}

  get waiting(): number {
    return this.line.length;
  }

  /**
   * Returns a slot if one is free and no other turn waits for it; undefined otherwise: the caller then has to `enter`.
   */
  enterAtOnce({ key, limit }: SlotRequest): SlotOutcome | undefined {
    this.limit = limit;
    if (this.line.length > 0 || this.taken >= limit) return undefined;
    this.deferred.delete(key);
    return this.admission();
  }

  /** @throws the signal's reason when it aborts first. */
  async enter(ask: SlotRequest, signal: AbortSignal): Promise<SlotOutcome> {
    signal.throwIfAborted();
    this.limit = ask.limit;
    this.deferred.delete(ask.key);
    const entry = this.enqueue(ask, signal);
    this.admit();
    const hasWaited = this.line.some(({ key }) => key === ask.key);
    this.shorten();
    const outcome = await entry;
    return outcome.kind === 'in' ? { ...outcome, hasWaited } : this.defer(ask);
  }

  private enqueue({ key, since, mustWait = false }: SlotRequest, signal: AbortSignal): Promise<SlotOutcome> {
    return new Promise((resolve, reject) => {
      const settle = (entry: SlotOutcome) => {
        signal.removeEventListener('abort', giveUp);
        resolve(entry);
      };
      const waiting = { key, since, mustWait, settle };
      const giveUp = () => {
        this.drop(waiting);
        this.wakeNext();
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.line.splice(this.line.findLastIndex((each) => !isBefore(waiting, each)) + 1, 0, waiting);
    });
  }

  private admit(): void {
    while (this.taken < this.limit) {
      const next = this.line.shift();
      if (!next) return;
      next.settle(this.admission());
    }
  }

  private admission(): SlotOutcome {
    this.taken++;
    return { kind: 'in', hasWaited: false, leave: once(() => this.leave()) };
  }

  private shorten(): void {
    if (this.line.length <= this.longestLine) return;
    const dispensable = this.line.filter(({ mustWait }) => !mustWait);
    const last = dispensable.length > this.longestLine ? dispensable.at(-1) : undefined;
    if (!last) return;
    this.drop(last);
    last.settle(FULL);
  }

  private drop(waiting: Waiting): void {
    this.line.splice(this.line.indexOf(waiting), 1);
  }

  private leave(): void {
    this.taken--;
    this.admit();
    this.wakeNext();
  }

  private defer({ key, since }: SlotRequest): SlotOutcome {
    const { promise: again, resolve } = Promise.withResolvers<undefined>();
    this.deferred.set(key, { key, since, call: () => resolve(undefined) });
    return { kind: 'full', again, others: this.deferred.size - 1 };
  }

  /** Lets the longest-waiting turn in for each one that leaves. */
  private wakeNext(): void {
    let first: (Ticket & { readonly call: () => void }) | undefined;
    for (const each of this.deferred.values()) if (!first || isBefore(each, first)) first = each;
    if (!first) return;
    this.deferred.delete(first.key);
    first.call();
  }
}

/** The answer to a waiting turn for which the queue has no more room. */
const FULL: SlotOutcome = { kind: 'full', again: Promise.resolve(), others: 0 };

const isBefore = (one: Ticket, other: Ticket): boolean =>
  one.since === other.since ? one.key < other.key : one.since < other.since;

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

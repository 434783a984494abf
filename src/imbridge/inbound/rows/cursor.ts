import type { AccountId, ConnectorState } from '../../../channels/index.js';
import type { Clock } from '../../../common/index.js';
import { IMBRIDGE } from '../../ids/id.js';
import { numberOf } from '../../../channels/kit/index.js';
import { type FirstStart, firstStartText, readFirstStart } from '../first-start.js';

const CURSOR = 'cursor';
/** The key of the first start by our clock, epoch ms. */
const FIRST_STARTED_AT = 'firstStartedAt';
/**
 * The key of the time up to which another program has answered here, epoch ms; an import writes it before the first
 * start, which then begins there.
 */
export const CONTINUE_FROM = 'continueFrom';
/** A first start begins no earlier than this before it: people no longer expect an answer to older messages. */
const MOST_CONTINUED_MS = 86_400_000;
/** The keys of an account that has been connected. */
export const STARTED_KEYS = [CURSOR, FIRST_STARTED_AT] as const;
/** The key of the first start in the bridge's order. */
const FIRST_START = 'firstStart';
/** The key of the time from which forwarded files are recorded, by our clock, epoch ms. */
const FILES_SINCE = 'filesNotedSince';

export interface CursorPosition {
  /** The ROWID up to which everything has reached the sink; undefined before the first catch-up. */
  readonly rowId?: number;
  readonly firstStart: FirstStart;
  /** Messages before this time were forwarded by an earlier release, which did not record their files; epoch ms. */
  readonly filesNotedSince: number;
}

/** The persistent position in the bridge's message table. Only the catch-up moves it, because only it sees gaps. */
export class Cursor {
  private position: CursorPosition | undefined;
  private loading: Promise<CursorPosition> | undefined;

  /** The start of this program in ms, by the clock and by a monotonic one: messages written after it are ours. */
  private arrival: { readonly at: number; readonly monotonic: number } | undefined;

  constructor(
    private readonly account: AccountId,
    private readonly state: ConnectorState,
    private readonly clock: Clock,
  ) {}

  /** Reads the state once; the very first time it records our start. Throws what the state throws. */
  async load(): Promise<CursorPosition> {
    if (this.position) return this.position;
    this.arrival ??= { at: this.clock.now(), monotonic: performance.now() };
    this.loading ??= this.read(this.arrival.at).finally(() => (this.loading = undefined));
    return this.loading;
  }

  /** Reads it again, because another replica may have moved it. */
  forget(): void {
    this.position = undefined;
  }

  /** Moves it forward. Resolves when it is durable. */
  async moveTo(rowId: number): Promise<void> {
    const position = await this.load();
    if (position.rowId === undefined || rowId > position.rowId) await this.set(rowId);
  }

  /** Moves it in either direction: the ROWIDs are those of another table. Resolves when it is durable. */
  async set(rowId: number): Promise<void> {
    const position = await this.load();
    await this.state.set(IMBRIDGE, this.account, CURSOR, String(rowId));
    this.position = { ...position, rowId };
  }

  /**
   * Records the first start in the bridge's order, unless already done.
   * @param rowId the highest existing one
   * @param offset the bridge's clock minus ours, ms
   * @returns it, by the bridge's clock, epoch ms
   */
  async fixFirstStart(rowId: number, offset: number): Promise<number> {
    const position = await this.load();
    const { firstStart } = position;
    if (firstStart.clock === 'bridge') return firstStart.at;
    const fixed = { clock: 'bridge', at: this.onOurClock(firstStart.at) + offset, rowId } as const;
    await this.state.set(IMBRIDGE, this.account, FIRST_START, firstStartText(fixed));
    this.position = { ...position, firstStart: fixed };
    return fixed.at;
  }

  /** Corrects our own start if the clock has been corrected since; leaves that of an earlier program unchanged. */
  private onOurClock(at: number): number {
    if (at !== this.arrival?.at) return at;
    return this.clock.now() - (performance.now() - this.arrival.monotonic);
  }

  private async read(arrivedAt: number): Promise<CursorPosition> {
    const rowId = numberOf(await this.state.get(IMBRIDGE, this.account, CURSOR));
    const fixed = readFirstStart(await this.state.get(IMBRIDGE, this.account, FIRST_START));
    const firstStart = fixed ?? { clock: 'ours', at: await this.firstStart(arrivedAt, rowId) };
    const filesNotedSince = await this.since(FILES_SINCE, arrivedAt);
    this.position = { ...(rowId === undefined ? {} : { rowId }), firstStart, filesNotedSince };
    return this.position;
  }

  private async since(key: string, now: number): Promise<number> {
    const stored = numberOf(await this.state.get(IMBRIDGE, this.account, key));
    if (stored !== undefined) return stored;
    await this.state.set(IMBRIDGE, this.account, key, String(now));
    return now;
  }

  /**
   * A first start in the future comes from a wrong clock. It is not needed when there is a cursor, which identifies new
   * rows.
   */
  private async firstStart(arrivedAt: number, rowId: number | undefined): Promise<number> {
    const stored = numberOf(await this.state.get(IMBRIDGE, this.account, FIRST_STARTED_AT));
    if (stored !== undefined && stored <= arrivedAt) return stored;
    if (stored !== undefined && rowId !== undefined) return 0;
    const at = stored === undefined ? await this.continuedFrom(arrivedAt) : arrivedAt;
    await this.state.set(IMBRIDGE, this.account, FIRST_STARTED_AT, String(at));
    return at;
  }

  private async continuedFrom(arrivedAt: number): Promise<number> {
    const from = numberOf(await this.state.get(IMBRIDGE, this.account, CONTINUE_FROM));
    if (from === undefined || from > arrivedAt) return arrivedAt;
    return Math.max(from, arrivedAt - MOST_CONTINUED_MS);
  }
}

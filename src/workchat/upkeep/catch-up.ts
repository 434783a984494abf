import { Logger } from '@nestjs/common';
import {
  type ConnectorState,
  type ConversationId,
  DEFAULT_ACCOUNT,
  type InboundSink,
} from '../../channels/index.js';
import { type Clock, errorText, withTimeout } from '../../common/index.js';
import type { Reference } from '../service/references/references.js';
import { LOOK_UP_MS } from '../service/wire/activity.js';
import { WORKCHAT } from '../ids/id.js';
import { CatchUpRun } from './catch-up-run.js';
import type { ConversationHistory } from '../inbound/history/conversation-history.js';

export interface CatchUpTimings {
  /** The interval for storing the mark, ms: after a crash, at most this period is searched again. */
  readonly noteMs: number;
  /** The pause after conversations that could not be read now, or an event that could not be stored, ms. */
  readonly retryMs: number;
  /** The longest that a live message waits for missed ones before it, ms. */
  readonly waitMs: number;
}

export const CATCH_UP_TIMINGS: CatchUpTimings = { noteMs: 60_000, retryMs: 30_000, waitMs: LOOK_UP_MS };

/** The overlap of two periods, ms, for calls that were on their way when the gateway stopped. */
const OVERLAP_MS = 120_000;
/** Older messages are not fetched even as context. */
const CONTEXT_MS = 7 * 24 * 3_600_000;

export interface CatchUpParts {
  readonly history: Pick<ConversationHistory, 'since'>;
  /** All conversations. */
  readonly references: () => Promise<readonly Reference[]>;
  readonly state: ConnectorState;
  readonly clock: Clock;
  /** Whether the current settings could admit any sender there. */
  readonly isHeard: (reference: Reference) => boolean;
  /** The known directory group of a team. */
  readonly groupOf: (team: string) => string | undefined;
  /** Messages older than this are not answered, ms; 0 means that nothing is fetched. */
  readonly answeredMs: () => number;
  readonly timings?: CatchUpTimings | undefined;
}

/**
 * Fetches messages that arrived while the gateway accepted no calls: at the start, when it takes over the duty, and
 * after an event that could not be stored. Only known conversations are covered. A message that also came live has the
 * same key. While a conversation is being fetched, its live messages wait a little.
 */
export class CatchUp {
  private readonly logger = new Logger('Workchat');
  private readonly timings: CatchUpTimings;
  private readonly cursor: CatchUpCursor;
  private sink: InboundSink | undefined;
  private isOnDuty = true;
  /** Whether messages may have been missed since the mark. */
  private isBehind = true;
  private timer: NodeJS.Timeout | undefined;
  private ending = new AbortController();
  private looking: Promise<void> | undefined;
  private run: Promise<CatchUpRun | undefined> | undefined;
  /** When `run` began: its result covers everything before that. */
  private runBeganAt = 0;
  /** Whether an event was lost after `run` began, which only another run is certain to find. */
  private hasLostSince = false;

  constructor(private readonly parts: CatchUpParts) {
    this.timings = parts.timings ?? CATCH_UP_TIMINGS;
    this.cursor = new CatchUpCursor(parts.state);
  }

  /** Call it when calls are accepted. Safe to call again. */
  start(sink: InboundSink): void {
    if (this.sink) return;
    this.sink = sink;
    this.begin();
  }

  setUpkeep(isOnDuty: boolean): void {
    if (isOnDuty === this.isOnDuty) return;
    this.isOnDuty = isOnDuty;
    this.end();
    this.begin();
  }

  /** Resolves when no more events go to the sink. */
  async stop(): Promise<void> {
    const isUpToDate = this.sink !== undefined && this.isOnDuty && !this.isBehind;
    this.sink = undefined;
    this.end();
    await this.looking;
    if (isUpToDate) await this.cursor.move(this.parts.clock.now()).catch(() => undefined);
  }

  /** Call it when an event could not be stored, because the platform may not repeat it. */
  lost(): void {
    this.isBehind = true;
    this.hasLostSince = true;
    if (!this.looking) this.lookIn(this.timings.retryMs);
  }

  /** Resolves when the missed messages of the conversation have reached the sink, or after a time-out. Never throws. */
  async caughtUp(conversation: ConversationId): Promise<void> {
    if (!this.run) return;
    const caughtUp = this.run.then((run) => run?.hurry(conversation));
    await withTimeout(caughtUp, this.timings.waitMs, () => undefined).catch(() => undefined);
  }

  private begin(): void {
    if (!this.sink || !this.isOnDuty) return;
    this.ending = new AbortController();
    this.isBehind = true;
    this.lookIn(0);
    // From here on, live messages wait for the run.
    this.run = this.open(this.sink, this.ending.signal);
    this.run.catch(() => undefined);
  }

  private end(): void {
    clearTimeout(this.timer);
    this.ending.abort();
    this.run = undefined;
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer);
    const { signal } = this.ending;
    if (signal.aborted) return;
    this.timer = setTimeout(() => {
      this.looking = this.look(signal).finally(() => (this.looking = undefined));
    }, ms);
    this.timer.unref();
  }

  private async look(signal: AbortSignal): Promise<void> {
    const { sink } = this;
    if (!sink) return;
    try {
      if (this.isBehind) await this.fetch(sink, signal);
      else await this.moveCursor(this.parts.clock.now(), signal);
    } catch (error) {
      this.logger.warn(`cannot look up missed messages: ${errorText(error)}`);
    }
    if (!signal.aborted) this.lookIn(this.isBehind ? this.timings.retryMs : this.timings.noteMs);
  }

  private async fetch(sink: InboundSink, signal: AbortSignal): Promise<void> {
    this.run ??= this.open(sink, signal);
    const run = await this.run.catch((error: unknown) => {
      this.run = undefined;
      throw error;
    });
    if (run && !(await run.attempt())) return;
    if (signal.aborted) return;
    this.run = undefined;
    this.isBehind = this.hasLostSince;
    await this.moveCursor(this.runBeganAt, signal);
  }

  /** @returns undefined where there is nothing to fetch. Throws what the state throws. */
  private async open(sink: InboundSink, signal: AbortSignal): Promise<CatchUpRun | undefined> {
    const { references, clock, isHeard, groupOf, history } = this.parts;
    this.runBeganAt = clock.now();
    this.hasLostSince = false;
    const from = await this.cursor.load();
    const answeredMs = this.parts.answeredMs();
    if (from === undefined || answeredMs === 0) return undefined;
    const earliest = this.runBeganAt - Math.max(CONTEXT_MS, answeredMs);
    // A mark in the future comes from another clock. It is ignored, and the search covers everything young enough to be
    // answered.
    const isAhead = from - OVERLAP_MS > this.runBeganAt;
    const since = isAhead ? this.runBeganAt - answeredMs : Math.max(from - OVERLAP_MS, earliest);
    const places = (await references()).filter((each) => !each.isGone && isHeard(each));
    return new CatchUpRun(places, { history, groupOf, clock, answeredMs, since, sink, signal });
  }

  private async moveCursor(at: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await this.cursor.move(at);
  }
}

const CURSOR_KEY = 'heardUpTo';

/** The time up to which no message is missing, epoch ms by our clock; shared by all replicas. */
class CatchUpCursor {
  constructor(private readonly state: ConnectorState) {}

  /** @returns undefined before the first start: earlier messages are ignored */
  async load(): Promise<number | undefined> {
    const at = Number(await this.state.get(WORKCHAT, DEFAULT_ACCOUNT, CURSOR_KEY));
    return at > 0 ? at : undefined;
  }

  /** Resolves once it is stored. */
  move(at: number): Promise<void> {
    return this.state.set(WORKCHAT, DEFAULT_ACCOUNT, CURSOR_KEY, String(at));
  }
}

import type { StreamOpening, UpdateOutcome } from '../../channels/index.js';
import type { StreamState } from '../../conversations/index.js';

/** The part of an unfinished answer that can be shown. */
export interface StreamView {
  /** The length of the beginning that will not change any more. */
  readonly settled: number;
  /** The position where the message is full; undefined while it is not. */
  readonly full: number | undefined;
}

/** The effects of a stream outside this process. All of them may throw the errors of the database. */
export interface StreamSteps {
  readonly paceMs: number;
  /** How long after its opening a stream may be updated, ms. */
  readonly lifeMs: number;
  now(): number;
  /** @param asked how much of it the message has to hold at least */
  view(text: string, asked: number): StreamView;
  /** Whether earlier messages have arrived, because a stream must not overtake them. */
  isFree(): Promise<boolean>;
  open(): Promise<StreamOpening>;
  /** Durable when it resolves. Without a state there is no stream any more, and `text` counts as sent. */
  save(text: string, state: StreamState | undefined): Promise<void>;
  update(text: string, state: StreamState): Promise<UpdateOutcome>;
  /** Completes the stream with `text`, which is committed when it resolves. */
  complete(text: string, state: StreamState): Promise<void>;
}

/** A quick answer is sent whole: a stream is opened only when an answer takes longer than this share of the pace. */
const QUICK = 1 / 3;
/** The share of a stream's life in which it is updated, so that its end arrives in time too. */
const LIFE = 0.9;

/**
 * Shows an answer while it is written: one call at a time, no faster than the service allows, each with everything that
 * can be shown by then. The text of a call is stored before the call. An answer that outgrows its message, or the
 * stream's life, completes the stream there and continues in further messages.
 */
export class AnswerStream {
  private text: string;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private isStuck: boolean;
  private isClosed = false;
  private fault: { readonly error: unknown } | undefined;
  private leftAt: number | undefined;

  /**
   * @param resumed the stream of an earlier run, which had shown `text`: it is only completed, and shows nothing more
   */
  constructor(
    private readonly steps: StreamSteps,
    private resumed?: { readonly text: string; readonly state: StreamState },
  ) {
    this.text = resumed?.text ?? '';
    this.isStuck = resumed !== undefined;
  }

  /** The stream that still has to be completed; undefined when there is none. */
  get state(): StreamState | undefined {
    return this.resumed?.state;
  }

  /** The position in the answer where the stream ended or was given up; the rest is sent in messages. */
  get left(): number | undefined {
    return this.leftAt;
  }

  /** The part of a stopped answer that remains: all that was shown, and at least enough text to complete the stream. */
  get shownPart(): string {
    const { state, text } = this;
    if (!state) return '';
    return text.slice(0, state.asked === 0 ? this.steps.view(text, 0).settled : state.asked);
  }

  /** @param text the whole answer so far. @throws the error of an earlier call */
  offer(text: string): void {
    this.rethrow();
    this.text = text;
    this.schedule(this.steps.paceMs * QUICK);
  }

  /** Resolves when no call is in progress and none will follow. @throws as `offer` */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.round;
    this.rethrow();
  }

  private schedule(afterMs: number): void {
    if (this.timer || this.round || this.isClosed || this.fault || this.leftAt !== undefined) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.round = this.next()
        .catch((error: unknown) => void (this.fault = { error }))
        .finally(() => {
          this.round = undefined;
          this.schedule(this.steps.paceMs);
        });
    }, afterMs);
  }

  private rethrow(): void {
    if (this.fault) throw this.fault.error;
  }

  private async next(): Promise<void> {
    const { state, text, steps } = this;
    const { settled, full } = steps.view(text, state?.asked ?? 0);
    if (!state) {
      if (full !== undefined) this.leftAt = 0;
      else if (settled > 0) await this.open();
    } else if (full !== undefined) await this.complete(full, state);
    else if (steps.now() - state.openedAt >= steps.lifeMs * LIFE)
      await this.complete(Math.max(settled, state.asked), state);
    else if (settled > state.asked && !this.isStuck) await this.show(settled, state);
  }

  private async open(): Promise<void> {
    const { steps } = this;
    if (!(await steps.isFree())) return;
    const opening = await steps.open();
    if (opening.kind === 'refused') this.leftAt = 0;
    if (opening.kind !== 'open') return;
    const openedAt = steps.now();
    const state = { id: opening.id, openedAt, updatedAt: openedAt, updates: 0, shown: 0, asked: 0 };
    await steps.save('', state);
    this.saveState(state);
  }

  private async show(upTo: number, before: StreamState): Promise<void> {
    const { steps } = this;
    const asked = { ...before, asked: upTo, updates: before.updates + 1, updatedAt: steps.now() };
    await steps.save(this.said(upTo), asked);
    this.saveState(asked);
    const outcome = await steps.update(this.text.slice(0, upTo), asked);
    if (outcome === 'shown') await this.settle({ ...asked, shown: upTo });
    else if (outcome === 'not-now') this.saveState(before);
    else if (outcome === 'unknown') this.isStuck = true;
    else await this.give(before.shown);
  }

  /** Stored at once, so that a crash before the next call does not leave it uncertain. */
  private async settle(state: StreamState): Promise<void> {
    this.saveState(state);
    await this.steps.save(this.said(state.asked), state);
  }

  /** Gives up a stream that the service no longer accepts: the shown text stays, and counts as sent. */
  private async give(shown: number): Promise<void> {
    await this.steps.save(this.said(shown), undefined);
    this.resumed = undefined;
    this.leftAt = shown;
  }

  private async complete(upTo: number, state: StreamState): Promise<void> {
    // A stream that has shown no text needs no end.
    if (upTo === 0) return this.give(0);
    await this.steps.complete(this.text.slice(0, upTo), state);
    this.resumed = undefined;
    this.leftAt = upTo;
  }

  /** The sent text, with the white space that follows it, which shows whether the rest begins a new paragraph. */
  private said(upTo: number): string {
    return upTo === 0 ? '' : this.text.slice(0, upTo) + (/^\s*/.exec(this.text.slice(upTo))?.[0] ?? '');
  }

  private saveState(state: StreamState): void {
    this.resumed = { text: this.text, state };
  }
}

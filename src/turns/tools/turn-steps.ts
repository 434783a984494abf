import { createHash } from 'node:crypto';
import type { ToolCall, ToolResult } from '../../assistant/index.js';
import type { ClaimedJob, Database, Tx } from '../../persistence/index.js';
import { INTERRUPTED, type TurnStepsRepository } from './turn-steps.repository.js';

/** Orders with equal values are the same step. The call is stored for the model to read. */
export interface StepOf<Order extends object> {
  readonly order: Order;
  readonly call: ToolCall;
}

type Effect = (tx: Tx) => Promise<ToolResult>;

/**
 * Makes each effect of one turn happen only once, however often the turn runs: a call is identified by its arguments
 * and by its number among equal calls.
 */
export class TurnSteps {
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly job: ClaimedJob,
    private readonly eventId: string,
    private readonly parts: { readonly db: Database; readonly repository: TurnStepsRepository },
  ) {}

  /** Makes an effect on our own database: it commits together with the step, or neither does. */
  inDatabase(step: StepOf<object>, effect: Effect): Promise<ToolResult> {
    return this.prepared(step, () => Promise.resolve(effect));
  }

  /**
   * The same for an effect that has to be prepared, which an earlier run of the turn may have done.
   * @param prepare may give a result that is no step, because nothing was done
   */
  async prepared(
    { order, call }: StepOf<object>,
    prepare: () => Promise<Effect | ToolResult>,
  ): Promise<ToolResult> {
    const step = this.nameOf(order);
    const known = await this.known(step);
    if (known) return known;
    const effect = await prepare();
    if (typeof effect !== 'function') return effect;
    return this.parts.db.transaction(async (tx) => {
      await this.job.hold(tx);
      const result = await effect(tx);
      await this.parts.repository.insert(tx, { eventId: this.eventId, step, call, result });
      return result;
    });
  }

  /**
   * Makes an effect on the remote: recorded before it and again after it.
   * @param mayRunAgain whether one that was interrupted may be made again
   */
  async atRemote(
    { order, call }: StepOf<object>,
    effect: () => Promise<ToolResult>,
    { mayRunAgain = false } = {},
  ): Promise<ToolResult> {
    const step = this.nameOf(order);
    const { db, repository } = this.parts;
    const state = await repository.find(this.eventId, step);
    if (state.kind === 'done') return state.result;
    if (state.kind === 'begun' && !mayRunAgain) return INTERRUPTED;
    await db.transaction(async (tx) => {
      await this.job.hold(tx);
      if (state.kind === 'new') await repository.insert(tx, { eventId: this.eventId, step, call });
    });
    const result = await effect();
    await db.transaction((tx) => repository.finish(tx, { eventId: this.eventId, step, result }));
    return result;
  }

  private async known(step: string): Promise<ToolResult | undefined> {
    const state = await this.parts.repository.find(this.eventId, step);
    if (state.kind === 'new') return undefined;
    return state.kind === 'done' ? state.result : INTERRUPTED;
  }

  private nameOf(order: object): string {
    const digest = createHash('sha256').update(JSON.stringify(order)).digest('base64url').slice(0, 22);
    const count = (this.counts.get(digest) ?? 0) + 1;
    this.counts.set(digest, count);
    return `${digest}.${count}`;
  }
}

import { Injectable } from '@nestjs/common';
import {
  type OverBudgetError,
  type RuntimeFailure,
  type TurnFailure,
  turnFailureOf,
} from '../../../assistant/index.js';
import type { Tx } from '../../../persistence/index.js';
import { TurnUsage } from '../../../usage/index.js';
import type { DropReason } from '../../inbox/drop-reasons.js';
import { DropCounter } from '../../inbox/drop-counter.js';
import { type AnswerFacts, InboxRepository } from '../../inbox/inbox.repository.js';
import type { StoredEvent, Utterance } from '../../inbox/stored-event.js';
import { TurnProgressRepository } from './turn-progress.repository.js';

/** `over-budget`: no model could be asked, so the message is kept as context and dropped. */
export type TurnResult = 'turn' | 'failed' | 'stopped' | 'over-budget';

interface ClosedTurn {
  readonly outcome: TurnResult;
  readonly facts: AnswerFacts;
  /** Only with the outcome `failed`. */
  readonly failure: RuntimeFailure | undefined;
  /** Parts of the answer were sent or shown before. */
  readonly hasProgress: boolean;
}

/** The reason of messages that a budget had no room for. */
const OVER_BUDGET: DropReason = 'over-budget';
/** Where a turn failed for no reason of its model. */
const INTERNAL: TurnFailure = 'internal';

/** Closes the records of a turn: its event, its progress and what its model calls used. */
@Injectable()
export class TurnClosing {
  constructor(
    private readonly inbox: InboxRepository,
    private readonly progress: TurnProgressRepository,
    private readonly usage: TurnUsage,
    private readonly drops: DropCounter,
  ) {}

  /** The statements that do so. */
  close(tx: Tx, stored: StoredEvent<Utterance>, closed: ClosedTurn): Promise<unknown>[] {
    const { id } = stored;
    const ledger = this.usage.commitWith(tx, id);
    return [
      ...(closed.hasProgress ? [this.progress.forget(tx, id)] : []),
      ...(ledger ? [ledger] : []),
      this.finish(tx, stored, closed),
    ];
  }

  /**
   * The notice that a budget is used up; undefined where it was said before in the period. An answer that is cut off
   * by it always says so.
   */
  async noticeOf(
    tx: Tx,
    event: Utterance,
    refusal: OverBudgetError,
    outcome: TurnResult,
  ): Promise<string | undefined> {
    const isFirst = await this.usage.claimNotice(tx, refusal, event);
    return isFirst || outcome === 'turn' ? this.usage.noticeOf(refusal) : undefined;
  }

  private finish(
    tx: Tx,
    { id, event, judged }: StoredEvent<Utterance>,
    { outcome, facts, failure }: ClosedTurn,
  ): Promise<void> {
    const known = { ...facts, judged };
    if (outcome === 'over-budget') {
      this.countDrop(tx, event);
      return this.inbox.finish(tx, id, { judged, outcome: 'dropped', reason: OVER_BUDGET });
    }
    if (outcome !== 'failed') return this.inbox.finish(tx, id, { outcome, ...known });
    const reason = failure ? turnFailureOf(failure) : INTERNAL;
    return this.inbox.finish(tx, id, { outcome, reason, ...known });
  }

  private countDrop(tx: Tx, { channel, account, conversation: { kind } }: Utterance): void {
    tx.afterCommit(() => this.drops.count({ channel, account, kind, reason: OVER_BUDGET }));
  }
}

import { Injectable } from '@nestjs/common';
import type { OverBudgetError } from '../../../assistant/index.js';
import type { Tx } from '../../../persistence/index.js';
import { TurnUsage } from '../../../usage/index.js';
import { DropCounter } from '../../inbox/drop-counter.js';
import { type AnswerFacts, InboxRepository } from '../../inbox/inbox.repository.js';
import type { StoredEvent, Utterance } from '../../inbox/stored-event.js';
import { TurnProgressRepository } from './turn-progress.repository.js';

/** `over-budget`: no model could be asked, so the message is kept as context and dropped. */
export type TurnResult = 'turn' | 'failed' | 'stopped' | 'over-budget';

interface ClosedTurn {
  readonly outcome: TurnResult;
  readonly facts: AnswerFacts;
  /** Parts of the answer were sent or shown before. */
  readonly hasProgress: boolean;
}

/** The reason of messages that a budget had no room for. */
const OVER_BUDGET = 'over-budget';

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
  close(
    tx: Tx,
    { id, event }: StoredEvent<Utterance>,
    { outcome, facts, hasProgress }: ClosedTurn,
  ): Promise<unknown>[] {
    const ledger = this.usage.commitWith(tx, id);
    return [
      ...(hasProgress ? [this.progress.forget(tx, id)] : []),
      ...(ledger ? [ledger] : []),
      outcome === 'over-budget' ? this.drop(tx, id, event) : this.inbox.finish(tx, id, { outcome, ...facts }),
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

  private drop(tx: Tx, id: string, { channel, account, conversation }: Utterance): Promise<void> {
    const about = { eventId: id, conversationId: conversation.id };
    const drop = { channel, account, kind: conversation.kind, reason: OVER_BUDGET, about };
    tx.afterCommit(() => this.drops.count(drop));
    return this.inbox.finish(tx, id, { outcome: 'dropped', reason: OVER_BUDGET });
  }
}

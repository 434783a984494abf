import { Injectable } from '@nestjs/common';
import {
  type OverBudgetError,
  type RuntimeFailure,
  type TurnFailure,
  turnFailureOf,
} from '../../assistant/index.js';
import type { Tx } from '../../persistence/index.js';
import { TurnUsage } from '../../usage/index.js';
import { targetOf } from '../../channels/index.js';
import {
  type AnswerFacts,
  DropCounter,
  type DropReason,
  HELD,
  InboxRepository,
  OpenMessages,
  type StoredEvent,
  type Utterance,
} from '../../conversations/index.js';
import { TurnProgressRepository } from './turn-progress.repository.js';

/**
 * `over-budget`: no model could be asked, so the message is kept as context and dropped. `held` and `stopped-by-hold`: a
 * person has taken the conversation over, before or after something was said.
 */
export type TurnResult = 'turn' | 'failed' | 'stopped' | 'over-budget' | 'held' | 'stopped-by-hold';

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
    private readonly open: OpenMessages,
  ) {}

  /** Call it first in the transaction of a turn that ends as `held`. @throws HandedBackError */
  keepOpen(tx: Tx, stored: StoredEvent<Utterance>): Promise<void> {
    return this.open.noteUnanswered(tx, stored);
  }

  /**
   * Call it behind the first write of a transaction that sends a part of an answer.
   * @throws HeldError while a person holds the conversation
   */
  refuseHeld(tx: Tx, { event }: StoredEvent<Utterance>): Promise<void> {
    return this.open.refuseHeld(tx, targetOf(event));
  }

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

  /** An end that sends something is refused while a person holds the conversation. @throws HeldError */
  private finish(
    tx: Tx,
    stored: StoredEvent<Utterance>,
    { outcome, facts, failure }: ClosedTurn,
  ): Promise<void> {
    const { judged } = stored;
    const known = { ...facts, judged };
    switch (outcome) {
      case 'over-budget':
        this.count(tx, stored, OVER_BUDGET);
        return this.inbox.finishUnheld(tx, stored, { judged, outcome: 'dropped', reason: OVER_BUDGET });
      case 'held':
        this.count(tx, stored, HELD);
        return this.inbox.finish(tx, stored, { judged, outcome: 'heard', reason: HELD });
      case 'stopped-by-hold':
        return this.inbox.finish(tx, stored, { outcome: 'stopped', reason: HELD, ...known });
      case 'stopped':
        return this.inbox.finish(tx, stored, { outcome, ...known });
      case 'failed':
        return this.inbox.finishUnheld(tx, stored, {
          outcome,
          reason: failure ? turnFailureOf(failure) : INTERNAL,
          ...known,
        });
      default:
        return this.inbox.finishUnheld(tx, stored, { outcome, ...known });
    }
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

  private count(tx: Tx, { id, event }: StoredEvent<Utterance>, reason: DropReason): void {
    const { channel, account, conversation } = event;
    const about = { eventId: id, conversationId: conversation.id };
    tx.afterCommit(() => this.drops.count({ channel, account, kind: conversation.kind, reason, about }));
  }
}

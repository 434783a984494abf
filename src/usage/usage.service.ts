import { Injectable } from '@nestjs/common';
import type { OverBudgetError } from '../assistant/index.js';
import type { Tx } from '../persistence/index.js';
import { Limits } from './budgets/limits.service.js';
import { NoticesRepository } from './budgets/notices.repository.js';
import { placeKey } from './ledger/dimensions.js';
import { Ledger } from './ledger/ledger.service.js';

/** A conversation. */
export interface UsagePlace {
  readonly channel: string;
  readonly account: string;
  readonly conversation: { readonly id: string };
}

/** Usage as a turn sees it: its calls are written with its end, and people are notified of a used-up budget. */
@Injectable()
export class TurnUsage {
  constructor(
    private readonly ledger: Ledger,
    private readonly limits: Limits,
    private readonly notices: NoticesRepository,
  ) {}

  /** Writes the turn's calls in the transaction that ends it; undefined when there are none. */
  commitWith(tx: Tx, turnId: string): Promise<void> | undefined {
    return this.ledger.commitWith(tx, turnId);
  }

  /** The text for people. */
  noticeOf({ freeAt }: OverBudgetError): string {
    return this.limits.noticeOf(freeAt);
  }

  /** Notes in this transaction that a place is told. @returns false when it was told before in the period */
  claimNotice(tx: Tx, refusal: OverBudgetError, place: UsagePlace): Promise<boolean> {
    const { channel, account, conversation } = place;
    return this.notices.claim(tx, refusal, placeKey(channel, account, conversation.id));
  }
}

import { Injectable } from '@nestjs/common';
import { UsageConfig } from '../config/index.js';
import { Draws } from './budgets/draws.service.js';
import { Limits } from './budgets/limits.service.js';
import { type AgentTokens, CallsRepository } from './ledger/calls.repository.js';
import { DaysRepository, type UsageGroup, type UsageLine } from './ledger/days.repository.js';

/** The range and grouping of a report. Days are those of `usage.timeZone`: `2026-11-24`. */
export interface WantedReport {
  /** Unset = the first of this month. */
  readonly from?: string | undefined;
  /** Inclusive. Unset = today. */
  readonly to?: string | undefined;
  readonly by: UsageGroup;
  /** Only calls for these senders, as the ledger names them. */
  readonly senders?: readonly string[];
}

export interface UsageReport {
  readonly from: string;
  readonly to: string;
  readonly by: UsageGroup;
  readonly currency: string;
  readonly lines: readonly UsageLine[];
}

/** Reads the ledger. */
@Injectable()
export class UsageReports {
  constructor(
    private readonly ledger: DaysRepository,
    private readonly calls: CallsRepository,
    private readonly limits: Limits,
    private readonly draws: Draws,
    private readonly config: UsageConfig,
  ) {}

  /** The tokens of calls that ended within a time of at most three days ago, epoch ms; the end is excluded. */
  tokensByAgent(from: number, to: number): Promise<AgentTokens[]> {
    return this.calls.tokensByAgent(from, to);
  }

  /** When the first call since a time of at most three days ago ended, epoch ms. */
  firstCallSince(at: number): Promise<number | undefined> {
    return this.calls.firstSince(at);
  }

  async report({ from, to, by, senders }: WantedReport): Promise<UsageReport> {
    const { day, month } = this.limits.periods();
    const query = { from: from ?? `${month.name}-01`, to: to ?? day.name, by };
    const lines = await this.ledger.sums({ ...query, ...(senders && { senders }) }, this.draws.owner);
    return { ...query, currency: this.config.currency, lines };
  }
}

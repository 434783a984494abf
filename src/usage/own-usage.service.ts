import { Injectable } from '@nestjs/common';
import { Identities } from '../access-control/index.js';
import { Clock } from '../common/index.js';
import { BudgetRecords } from './budgets/budgets.service.js';
import { type CountId, type Limit, Limits, type Speaker } from './budgets/limits.service.js';
import { UsageReports } from './usage-reports.service.js';

/** Sums of a person's calls. */
export interface OwnSums {
  readonly calls: number;
  /** Input and output. */
  readonly tokens: number;
  /** Millionths of the currency. */
  readonly cost: number;
}

/** A limit that applies to a person, and what is left of it. */
export interface OwnLimit extends Pick<CountId, 'budget' | 'unit'> {
  readonly span: 'day' | 'month';
  /** With the allowances that hold now. Millionths of the currency, or tokens. */
  readonly most: number;
  /** Without what is reserved for calls under way. */
  readonly left: number;
}

/** A person's usage, and what they may still use. */
export interface OwnUsage {
  readonly currency: string;
  readonly day: OwnSums;
  readonly month: OwnSums;
  readonly limits: readonly OwnLimit[];
}

/** Tells people about their own usage. */
@Injectable()
export class UsageOfPeople {
  constructor(
    private readonly reports: UsageReports,
    private readonly limits: Limits,
    private readonly records: BudgetRecords,
    private readonly identities: Identities,
    private readonly clock: Clock,
  ) {}

  /** The usage of a person over all channels on which they are linked to the same user. */
  async of(speaker: Speaker): Promise<OwnUsage> {
    const { day } = this.limits.periods();
    const senders = await this.namesOf(speaker);
    const [{ currency, lines }, limits] = await Promise.all([
      this.reports.report({ by: 'day', senders }),
      this.limitsOf(speaker),
    ]);
    const month = lines.map(({ calls, input, output, cost }) => ({ calls, tokens: input + output, cost }));
    const today = month.filter((_sums, at) => lines[at]?.name === day.name);
    return { currency, day: sum(today), month: sum(month), limits };
  }

  /** The names that the ledger has for a person. */
  private async namesOf({ place, message }: Speaker): Promise<readonly string[]> {
    if (!place || !message.from) return [];
    const user = await this.identities.userOf(place, message.from.id);
    const linked = user === '' ? [] : await this.identities.sendersOf(user);
    const senders = [{ channel: place.channel, senderId: message.from.id }, ...linked];
    const names = senders.map(({ channel, senderId }) => `${channel}:${senderId}`);
    return user === '' ? names : [...new Set(names), user];
  }

  private async limitsOf(speaker: Speaker): Promise<OwnLimit[]> {
    const limits = this.limits.limitsFor(await this.limits.payerOf(speaker));
    if (limits.length === 0) return [];
    const { counts, allowances } = this.records;
    const [used, allowed] = await Promise.all([counts.used(limits), allowances.current(this.clock.now())]);
    return limits.map((limit) => {
      const { budget, subject, unit } = limit;
      const more = allowed.filter((each) => each.budget === budget && each.subject === subject);
      const most = more.reduce((total, each) => total + each[unit], limit.most);
      const left = Math.max(0, most - (used.find((each) => isSame(each, limit))?.used ?? 0));
      return {
        budget,
        unit,
        span: limit.period === this.limits.periods().day.name ? 'day' : 'month',
        most,
        left,
      };
    });
  }
}

const sum = (all: readonly OwnSums[]): OwnSums =>
  all.reduce(
    (total, { calls, tokens, cost }) => ({
      calls: total.calls + calls,
      tokens: total.tokens + tokens,
      cost: total.cost + cost,
    }),
    { calls: 0, tokens: 0, cost: 0 },
  );

const isSame = (one: CountId, other: Limit): boolean =>
  one.budget === other.budget &&
  one.subject === other.subject &&
  one.period === other.period &&
  one.unit === other.unit;

import { Injectable } from '@nestjs/common';
import { Identities } from '../../access-control/index.js';
import type { TurnInput } from '../../assistant/index.js';
import { Clock } from '../../common/index.js';
import { type BudgetConfig, UsageConfig } from '../../config/index.js';
import { placeKey } from '../ledger/dimensions.js';
import { Calendar, type Period, type Periods } from './calendar.js';

const MICRO = 1_000_000;

/** One count: that of a budget for one subject in one period, in money or tokens. */
export interface CountId {
  readonly budget: string;
  /** '' for a budget of the whole gateway. */
  readonly subject: string;
  readonly period: string;
  readonly unit: 'cost' | 'tokens';
}

/** A count, and its limit as the configuration has it. */
export interface Limit extends CountId {
  /** Millionths of the currency, or tokens. */
  readonly most: number;
  /** Epoch ms. */
  readonly endsAt: number;
}

/** The names under which budgets know those for whom a call is made; undefined where none applies. */
export interface Payer {
  readonly agent: string;
  /** `channel:sender id`, or the id of the user who the sender is. */
  readonly sender?: string;
  /** `channel:sender id` */
  readonly senderId?: string;
  readonly conversation?: string;
  readonly key?: string;
}

/** Those for whom a call is made: the part of a turn that limits depend on. */
export interface Speaker extends Pick<TurnInput, 'caller'> {
  readonly agent: { readonly id: string };
  readonly place?: Pick<NonNullable<TurnInput['place']>, 'channel' | 'account'> & {
    readonly conversation: { readonly id: string };
  };
  readonly message: { readonly from?: { readonly id: string } };
}

/** Finds the limits that apply to a call. */
@Injectable()
export class Limits {
  private calendar: Calendar | undefined;

  constructor(
    private readonly config: UsageConfig,
    private readonly identities: Identities,
    private readonly clock: Clock,
  ) {}

  /** Whether any budget is configured: without one, a call asks the database nothing. */
  get areSet(): boolean {
    return this.config.budgets.length > 0;
  }

  periods(): Periods {
    return this.inZone.at(this.clock.now());
  }

  /** The text for a person whose budget is used up. */
  noticeOf(freeAt: number): string {
    return this.config.overBudget.replaceAll('{when}', this.inZone.textOf(freeAt));
  }

  /** Asks the database who a sender is only where a budget counts people. */
  async payerOf({ agent, place, message, caller }: Speaker): Promise<Payer> {
    const { budgets } = this.config;
    const senderId = place && message.from && `${place.channel}:${message.from.id}`;
    const isAsked = budgets.some(({ per, exempt }) => per === 'sender' || exempt.length > 0);
    const user = place && message.from && isAsked ? await this.identities.userOf(place, message.from.id) : '';
    return {
      agent: agent.id,
      ...within('sender', caller?.userId ?? (user === '' ? senderId : user)),
      ...within('senderId', senderId),
      ...within('conversation', place && placeKey(place.channel, place.account, place.conversation.id)),
      ...within('key', caller?.keyId),
    };
  }

  limitsFor(payer: Payer): Limit[] {
    const periods = this.periods();
    return this.config.budgets.flatMap((budget) => limitsOf(budget, subjectOf(budget, payer), periods));
  }

  /** The limits of a budget for a subject, in the present periods. */
  limitsOf(budget: BudgetConfig, subject: string): Limit[] {
    return limitsOf(budget, subject, this.periods());
  }

  private get inZone(): Calendar {
    const { timeZone } = this.config;
    if (this.calendar?.timeZone !== timeZone) this.calendar = new Calendar(timeZone);
    return this.calendar;
  }
}

/** @returns undefined when the budget does not apply */
function subjectOf({ per, agents, exempt }: BudgetConfig, payer: Payer): string | undefined {
  const { agent, sender, senderId } = payer;
  if (agents && !agents.includes(agent)) return undefined;
  if (exempt.some((each) => each === sender || each === senderId)) return undefined;
  return per === 'gateway' ? '' : payer[per];
}

function limitsOf(budget: BudgetConfig, subject: string | undefined, { day, month }: Periods): Limit[] {
  if (subject === undefined) return [];
  const limit = (unit: CountId['unit'], { name, endsAt }: Period, value: number | undefined): Limit[] => {
    if (value === undefined) return [];
    const most = unit === 'cost' ? Math.round(value * MICRO) : value;
    return [{ budget: budget.name, subject, period: name, unit, most, endsAt }];
  };
  return [
    ...limit('cost', day, budget.costPerDay),
    ...limit('cost', month, budget.costPerMonth),
    ...limit('tokens', day, budget.tokensPerDay),
    ...limit('tokens', month, budget.tokensPerMonth),
  ];
}

const within = <K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> =>
  value === undefined ? {} : ({ [key]: value } as Partial<Record<K, string>>);

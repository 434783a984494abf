import { Injectable } from '@nestjs/common';
import { type OwnLimit, type OwnSums, UsageOfPeople } from '../../usage/index.js';
import { agentOf } from '../../conversations/index.js';
import type { ChatCommand, CommandAnswer, CommandCall } from './command.js';

const SPANS = { day: 'today', month: 'this month' } as const;

/** Shows people their own use of models, and what is left of the budgets that apply to them. */
@Injectable()
export class UsageCommand implements ChatCommand {
  readonly name = 'usage';
  readonly concerns = 'speaker';
  readonly usage = '/usage';
  readonly summary = 'your usage and remaining budget';

  constructor(private readonly people: UsageOfPeople) {}

  async run({ stored: { event, sessionKey } }: CommandCall): Promise<CommandAnswer> {
    const speaker = {
      agent: { id: agentOf(sessionKey) },
      place: event,
      message: { from: { id: event.sender.id } },
    };
    const { currency, day, month, limits } = await this.people.of(speaker);
    const lines = [
      sumsText(SPANS.day, day, currency),
      sumsText(SPANS.month, month, currency),
      ...limits.map((limit) => limitText(limit, currency)),
    ];
    return { text: lines.join('\n') };
  }
}

/** Models without a price cost nothing that we know of, so no cost is shown for them. */
function sumsText(span: string, { calls, tokens, cost }: OwnSums, currency: string): string {
  const parts = [`${calls} model ${calls === 1 ? 'call' : 'calls'}`, `${tokens} tokens`];
  return `${span}: ${[...parts, ...(cost === 0 ? [] : [moneyText(cost, currency)])].join(', ')}`;
}

function limitText({ budget, span, unit, most, left }: OwnLimit, currency: string): string {
  const [rest, all] =
    unit === 'cost'
      ? [moneyText(left, currency), moneyText(most, currency)]
      : [`${left} tokens`, `${most} tokens`];
  return `${budget}, ${SPANS[span]}: ${rest} left of ${all}`;
}

/** @param micro millionths; what is below a hundredth is shown where there is any */
const moneyText = (micro: number, currency: string): string =>
  `${(micro / 1_000_000).toFixed(micro % 10_000 === 0 ? 2 : 4)} ${currency}`;

import { Injectable } from '@nestjs/common';
import {
  type ActionName,
  checksCards,
  checksEffects,
  checksFiles,
  ConnectorRegistry,
  explainsActions,
  type Target,
} from '../../channels/index.js';
import { isPossible, isSending, type MessageAction } from './actions.js';
import { type MessageOrder, textOf } from './message-order.js';
import { OrderLookup } from './order-lookup.service.js';

/** Why an order cannot be executed; each caller phrases it with its own parameter names. */
export type OrderProblem =
  | {
      readonly kind: 'impossible';
      readonly feature: ActionName | 'threads';
      /** Whether the channel can never do it; otherwise it cannot do it in this conversation, or not now. */
      readonly isNever: boolean;
      readonly reason: string;
    }
  /** In the connector's words. */
  | { readonly kind: 'card' | 'file' | 'effect'; readonly reason: string }
  /** The message to be changed was written by another sender. */
  | { readonly kind: 'not-ours' }
  | { readonly kind: 'too-long'; readonly maxChars: number };

/**
 * Checks orders before anything is done, whether a tool or an operator gives them: a fault that appears only after
 * queuing comes when no one can correct it any more.
 */
@Injectable()
export class OrderChecks {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly lookup: OrderLookup,
  ) {}

  /** The first problem of a complete order; undefined when it can be executed. */
  async problemOf(order: MessageOrder): Promise<OrderProblem | undefined> {
    const impossible = featuresOf(order)
      .map((feature) => this.obstacle(feature, order.target))
      .find((problem) => problem !== undefined);
    return impossible ?? this.contentProblem(order) ?? this.changeProblem(order);
  }

  private obstacle(feature: ActionName | 'threads', target: Target): OrderProblem | undefined {
    const connector = this.registry.get(target.channel);
    if (isPossible(connector.capabilities(target), feature)) return undefined;
    const known =
      feature !== 'threads' && explainsActions(connector) ? connector.obstacleTo(feature, target) : undefined;
    const usual = feature === 'threads' ? 'there are no threads' : 'the channel cannot do this';
    const isNever = !isPossible(connector.capabilities(), feature);
    return { kind: 'impossible', feature, isNever, reason: known ?? usual };
  }

  private contentProblem({ action, target, input, file }: MessageOrder): OrderProblem | undefined {
    const connector = this.registry.get(target.channel);
    if (input.card !== undefined && checksCards(connector))
      return asProblem('card', connector.cardProblem(input.card as Readonly<Record<string, unknown>>));
    if (action === 'sendWithEffect' && checksEffects(connector))
      return asProblem('effect', connector.effectProblem(textOf(input, 'effectId')));
    if (isSending(action) && file && checksFiles(connector))
      return asProblem('file', connector.fileProblem(target, file.media));
    return undefined;
  }

  private async changeProblem({ action, target, messageId, input }: MessageOrder) {
    if (messageId === undefined || (action !== 'edit' && action !== 'unsend')) return undefined;
    if (!(await this.lookup.mayChange(target, messageId))) return { kind: 'not-ours' } as const;
    const { maxChars } = this.registry.get(target.channel).capabilities(target).text;
    const isTooLong = action === 'edit' && textOf(input, 'text').length > maxChars;
    return isTooLong ? ({ kind: 'too-long', maxChars } as const) : undefined;
  }
}

/** The features that a channel needs to execute an order. */
function featuresOf({ action, input, file }: MessageOrder): readonly (ActionName | 'threads')[] {
  return [
    ...(action === 'send' ? [] : [featureOf(action)]),
    ...(file && isSending(action) ? (['sendAttachment'] as const) : []),
    ...(input.card === undefined ? [] : (['card'] as const)),
    ...(input.replyStyle === undefined ? [] : (['threads'] as const)),
  ];
}

const featureOf = (action: Exclude<MessageAction, 'send'>): ActionName =>
  action === 'pollResults' ? 'poll' : action;

const asProblem = (kind: 'card' | 'file' | 'effect', reason: string | undefined): OrderProblem | undefined =>
  reason === undefined ? undefined : { kind, reason };

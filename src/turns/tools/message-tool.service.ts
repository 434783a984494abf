import { Injectable } from '@nestjs/common';
import type { ToolDefinition, ToolResult } from '../../assistant/index.js';
import type { ToolPolicy } from '../../common/index.js';
import {
  ApprovalRequests,
  FILE_PARAMETER,
  isPossible,
  isSending,
  type MessageAction,
  type MessageOrder,
} from '../../conversations/index.js';
import { ConnectorRegistry, targetOf } from '../../channels/index.js';
import { availableActions, messageSchema, type Offer } from './message-actions.js';
import { MessageEffects } from './message-effects.service.js';
import { MessageOrders } from './message-orders.service.js';
import { StoredOrders } from './stored-orders.service.js';
import { type CallRule, isAllowed, ruleOfAction } from './tool-policy.js';
import type { StepOf, TurnSteps } from './turn-steps.js';
import type { ToolOffer, ToolTurn } from './tool-offer.js';

const TOOL = 'message';

const fail = (error: string): ToolResult => ({ ok: false, error });

/** The tool by which an assistant acts on messages (spec 3-workchat "Agent tool send", 2-imbridge "Agent actions"). */
@Injectable()
export class MessageTool {
  /** The tool's definitions, one for each combination of possible actions and policy. */
  private readonly definitions = new Map<string, readonly ToolDefinition[]>();

  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly orders: MessageOrders,
    private readonly effects: MessageEffects,
    private readonly stored: StoredOrders,
    private readonly requests: ApprovalRequests,
  ) {}

  /** Undefined when none of its actions may be used. */
  offer(turn: ToolTurn, steps: TurnSteps): ToolOffer | undefined {
    const { event } = turn.stored;
    const capabilities = this.registry.get(event.channel).capabilities(targetOf(event));
    const actions = availableActions(capabilities, turn.policy);
    if (actions.length === 0) return undefined;
    const isOffered = (name: 'card' | 'sendAttachment') =>
      isPossible(capabilities, name) && isAllowed(turn.policy, 'message', name);
    const definitions = this.definitionsFor(actions, {
      hasCards: isOffered('card'),
      hasThreads: isPossible(capabilities, 'threads'),
      hasFiles: isOffered('sendAttachment'),
    });
    return {
      definitions,
      call: async (name, input, signal) => {
        const order = await this.orders.orderFrom({ ...turn, actions, input }, signal);
        if ('error' in order) return fail(order.error);
        const step = { order, call: { name, input: withoutBytes(input, order) } };
        return this.execute(step, { turn, steps, signal });
      },
    };
  }

  private definitionsFor(actions: readonly MessageAction[], offer: Offer): readonly ToolDefinition[] {
    const key = JSON.stringify([actions, offer]);
    const known = this.definitions.get(key);
    if (known) return known;
    const inputSchema = messageSchema(actions, offer);
    const made = [{ name: TOOL, description: DESCRIPTION, inputSchema, isSeen }];
    this.definitions.set(key, made);
    return made;
  }

  private async execute(step: StepOf<MessageOrder>, asked: AskedOrder): Promise<ToolResult> {
    const { order } = step;
    const { turn, steps, signal } = asked;
    const waiting = ruleOfOrder(turn.policy, order) === 'asks' ? await this.request(step, asked) : undefined;
    if (waiting) return waiting;
    // Not a step, because asking again may rightly return more.
    if (order.action === 'pollResults') return this.effects.perform(order, signal);
    return isSending(order.action)
      ? steps.inDatabase(step, (tx) =>
          this.effects.send(tx, order, { ...turn.stored, question: turn.stored }),
        )
      : steps.atRemote(step, () => this.effects.perform(order, signal));
  }

  /** @returns undefined when an operator has permitted it for a time */
  private async request(
    step: StepOf<MessageOrder>,
    { turn, steps, signal }: AskedOrder,
  ): Promise<ToolResult | undefined> {
    const request = { stored: turn.stored, call: this.stored.callOf(step.order) };
    if (await this.requests.isPermitted(request)) return undefined;
    return steps.prepared(step, () => this.requests.prepare(request, signal));
  }
}

/** All actions but one do something in a conversation. */
const isSeen = (input: unknown): boolean =>
  (input as { readonly action?: unknown } | null)?.action !== 'pollResults';

interface AskedOrder {
  readonly turn: ToolTurn;
  readonly steps: TurnSteps;
  readonly signal: AbortSignal;
}

/** The rule for an order, with what its message has besides text. */
export const ruleOfOrder = (policy: ToolPolicy, { action, input, file }: MessageOrder): CallRule =>
  ruleOfAction(policy, action, [
    ...(input.card === undefined ? [] : (['card'] as const)),
    ...(file && isSending(action) ? (['sendAttachment'] as const) : []),
  ]);

/** The arguments in the form in which they are stored: a file as its digest. */
function withoutBytes(input: unknown, { action, file }: MessageOrder): unknown {
  const parameter = FILE_PARAMETER[action];
  return file && parameter ? { ...(input as object), [parameter]: `sha256:${file.media.id}` } : input;
}

const DESCRIPTION =
  'Acts on messages of this conversation, in addition to your answer, which is sent automatically. ' +
  'Use it only when asked to, or when an answer alone is not enough.';

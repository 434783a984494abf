import { Injectable } from '@nestjs/common';
import type { ToolDefinition, ToolResult } from '../../../assistant/index.js';
import { ConnectorRegistry, targetOf } from '../../../channels/index.js';
import { FILE_PARAMETER, isPossible, isSending, type MessageAction } from '../../outgoing/actions.js';
import type { MessageOrder } from '../../outgoing/message-order.js';
import { availableActions, messageSchema, type Offer } from './message-actions.js';
import { MessageEffects } from './message-effects.service.js';
import { MessageOrders } from './message-orders.service.js';
import { isAllowed } from './tool-policy.js';
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
        return this.execute(
          { order, call: { name, input: withoutBytes(input, order) } },
          { steps, stored: turn.stored, signal },
        );
      },
    };
  }

  private definitionsFor(actions: readonly MessageAction[], offer: Offer): readonly ToolDefinition[] {
    const key = JSON.stringify([actions, offer]);
    const known = this.definitions.get(key);
    if (known) return known;
    const made = [{ name: TOOL, description: DESCRIPTION, inputSchema: messageSchema(actions, offer) }];
    this.definitions.set(key, made);
    return made;
  }

  private execute(
    step: StepOf<MessageOrder>,
    { steps, stored, signal }: { steps: TurnSteps; signal: AbortSignal } & Pick<ToolTurn, 'stored'>,
  ): Promise<ToolResult> {
    // Not a step, because asking again may rightly return more.
    if (step.order.action === 'pollResults') return this.effects.perform(step.order, signal);
    return isSending(step.order.action)
      ? steps.inDatabase(step, (tx) => this.effects.send(tx, step.order, stored))
      : steps.atRemote(step, () => this.effects.perform(step.order, signal));
  }
}

/** The arguments in the form in which they are stored: a file as its digest. */
function withoutBytes(input: unknown, { action, file }: MessageOrder): unknown {
  const parameter = FILE_PARAMETER[action];
  return file && parameter ? { ...(input as object), [parameter]: `sha256:${file.media.id}` } : input;
}

const DESCRIPTION =
  'Acts on messages of this conversation: besides your answer, which is sent by itself. ' +
  'Use it only when asked to, or when an answer alone would not do.';

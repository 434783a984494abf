import { Injectable } from '@nestjs/common';
import type { ToolBox, ToolResult } from '../../assistant/index.js';
import {
  type ChannelConnector,
  ConnectorRegistry,
  resolvesTargets,
  type Target,
} from '../../channels/index.js';
import type { ToolPolicy } from '../../common/index.js';
import { type ClaimedJob, Database } from '../../persistence/index.js';
import { ShortIds } from '../sessions/short-ids.js';
import type { StoredEvent, Utterance } from '../stored-event.js';
import { targetOf } from '../target-of.js';
import {
  argumentProblem,
  availableActions,
  type MessageAction,
  messageSchema,
  OF_OPERATORS,
  wordsOf,
} from './message-actions.js';
import { isSending, MessageEffects, type MessageOrder } from './message-effects.service.js';
import { TurnSteps } from './turn-steps.js';
import { TurnStepsRepository } from './turn-steps.repository.js';

export interface ToolTurn {
  readonly job: ClaimedJob;
  readonly stored: StoredEvent<Utterance>;
  /** Whether the sender may reach other conversations through the assistant. */
  readonly isAuthorized: () => Promise<boolean>;
  readonly policy: ToolPolicy;
  readonly maxSteps: number;
}

type Input = Readonly<Record<string, unknown>>;

const fail = (error: string): ToolResult => ({ ok: false, error });

/** The tool by which an assistant acts on messages (spec 3-workchat "Agent tool send", 2-imbridge "Agent actions"). */
@Injectable()
export class MessageTool {
  constructor(
    private readonly db: Database,
    private readonly registry: ConnectorRegistry,
    private readonly shortIds: ShortIds,
    private readonly effects: MessageEffects,
    private readonly steps: TurnStepsRepository,
  ) {}

  /** The tool for one turn; undefined when nothing of it may be used. */
  open(turn: ToolTurn): ToolBox | undefined {
    const { event, id } = turn.stored;
    const capabilities = this.registry.get(event.channel).capabilities(targetOf(event));
    const actions = availableActions(capabilities, turn.policy);
    if (actions.length === 0) return undefined;
    const inputSchema = messageSchema(
      actions,
      ['partial', 'full'].includes(capabilities.features.card ?? ''),
    );
    const steps = new TurnSteps(turn.job, id, { db: this.db, repository: this.steps });
    return {
      definitions: [{ name: 'message', description: DESCRIPTION, inputSchema }],
      maxSteps: turn.maxSteps,
      call: async (name, input, signal) => {
        if (name !== 'message') return fail(`there is no tool ${name}`);
        const order = await this.orderOf(turn, actions, input, signal);
        return 'error' in order ? fail(order.error) : this.run(order, { steps, eventId: id, signal });
      },
    };
  }

  private run(
    order: MessageOrder,
    { steps, eventId, signal }: { steps: TurnSteps; eventId: string; signal: AbortSignal },
  ): Promise<ToolResult> {
    return isSending(order)
      ? steps.inDatabase(order, (tx) => this.effects.send(tx, order, eventId))
      : steps.atRemote(order, () => this.effects.perform(order, signal));
  }

  private async orderOf(
    turn: ToolTurn,
    actions: readonly MessageAction[],
    input: unknown,
    signal: AbortSignal,
  ): Promise<MessageOrder | { readonly error: string }> {
    const given = (typeof input === 'object' && input !== null ? input : {}) as Input;
    const action = actions.find((name) => name === given.action);
    if (action === undefined) return { error: `action must be one of: ${actions.join(', ')}` };
    const problem = argumentProblem(action, given);
    if (problem !== undefined) return { error: problem };
    if (OF_OPERATORS.includes(action) && !(await turn.isAuthorized()))
      return { error: `the sender may not have ${action} done` };
    const target = await this.targetFor(turn, given, signal);
    if ('error' in target) return target;
    const about = wordsOf(action, given);
    const files = { event: turn.stored.event, signal };
    const order = await this.effects.withFile({ action, target, input: about }, given, files);
    if ('error' in order || order.file || typeof given.messageId !== 'string') return order;
    const messageId = this.shortIds.fullOf(target, given.messageId);
    if (messageId === undefined)
      return { error: `messageId ${given.messageId} is no longer known: use the full id` };
    return { ...order, messageId };
  }

  /** This conversation, unless the model names another and the sender may reach others. */
  private async targetFor(
    { stored, isAuthorized }: ToolTurn,
    { to, target, chatGuid, channel }: Input,
    signal: AbortSignal,
  ): Promise<Target | { readonly error: string }> {
    const here = targetOf(stored.event);
    if (channel !== undefined && channel !== here.channel)
      return { error: `channel must be ${here.channel}` };
    const wanted = [to, target, chatGuid]
      .filter((each) => typeof each === 'string')
      .find((each) => each !== '');
    if (wanted === undefined || wanted === here.conversation) return here;
    const conversation = await this.resolve(this.registry.get(here.channel), here, wanted, signal);
    if (conversation === undefined) return { error: 'the target names no conversation of this channel' };
    if (conversation === here.conversation) return here;
    if (!(await isAuthorized())) return { error: 'the sender may not reach other conversations' };
    return { channel: here.channel, account: here.account, conversation };
  }

  private async resolve(
    connector: ChannelConnector,
    { account }: Target,
    text: string,
    signal: AbortSignal,
  ): Promise<Target['conversation'] | undefined> {
    return resolvesTargets(connector) ? connector.resolveTarget(account, text, signal) : undefined;
  }
}

const DESCRIPTION =
  'Acts on messages of this conversation: besides your answer, which is sent by itself. ' +
  'Use it only when asked to, or when an answer alone would not do.';

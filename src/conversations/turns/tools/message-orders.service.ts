import { Injectable } from '@nestjs/common';
import {
  checksCards,
  checksFiles,
  ConnectorRegistry,
  type ConversationId,
  type RemoteMessageId,
  resolvesTargets,
  type Target,
  targetOf,
  TargetUnclear,
} from '../../../channels/index.js';
import type { OutboundFile } from '../../../delivery/index.js';
import { isPossible, isSending, type MessageAction } from '../../outgoing/actions.js';
import { KnownMessages } from '../../outgoing/known-messages.service.js';
import { type MessageOrder, withoutThread } from '../../outgoing/message-order.js';
import type { ToolPolicy } from '../../../common/index.js';
import { isAllowed } from './tool-policy.js';
import { ShortIds } from '../../sessions/short-ids.js';
import type { StoredEvent, Utterance } from '../../inbox/stored-event.js';
import { ToolFiles } from './tool-files.service.js';
import { argumentProblem, OF_OPERATORS, type Refusal, wordsOf } from './message-actions.js';

/** What a model asks for, and who has it ask. */
export interface MessageCall {
  readonly stored: StoredEvent<Utterance>;
  /** Whether the sender may reach other conversations through the assistant. */
  readonly isAuthorized: () => boolean;
  readonly policy: ToolPolicy;
  /** Those the model was offered. */
  readonly actions: readonly MessageAction[];
  /** As the model gave it. */
  readonly input: unknown;
}

type Input = Readonly<Record<string, unknown>>;

/** Actions that are for our own messages only, whatever a service allows. */
const OF_OURS: readonly MessageAction[] = ['edit', 'unsend'];

/** What is about a file alone: many models name a message all the same. */
const ABOUT_A_FILE: readonly MessageAction[] = ['sendAttachment', 'setGroupIcon'];

/** Finds out what a call of the `message` tool is about, and whether the sender may have it done. */
@Injectable()
export class MessageOrders {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly shortIds: ShortIds,
    private readonly known: KnownMessages,
    private readonly files: ToolFiles,
  ) {}

  async of(call: MessageCall, signal: AbortSignal): Promise<MessageOrder | Refusal> {
    const given = givenIn(call.input);
    const action = call.actions.find((name) => name === given.action);
    if (action === undefined) return { error: `action must be one of: ${call.actions.join(', ')}` };
    const error = argumentProblem(action, given) ?? lackOfRight(call, action);
    if (error !== undefined) return { error };
    const target = await this.targetFor(call, given, signal);
    if ('error' in target) return target;
    // Queued, they would be lost with their words.
    if (given.card !== undefined && !this.takes('card', target, call.policy))
      return { error: 'cards cannot be sent here' };
    const isWithFile = given.buffer !== undefined && action !== 'sendAttachment' && isSending(action);
    if (isWithFile && !this.takes('sendAttachment', target, call.policy))
      return { error: 'files cannot be sent here' };
    const problem = this.cardProblem(target, given.card);
    if (problem !== undefined) return { error: problem };
    const { replyStyle } = given;
    if (replyStyle !== undefined && !this.known.hasThreads(target))
      return { error: 'replyStyle is not possible: there are no threads there' };
    const effect =
      action === 'sendWithEffect' ? this.known.effectProblem(target, String(given.effectId)) : undefined;
    if (effect !== undefined) return { error: `effectId: ${effect}` };
    const order = { action, target, input: wordsOf(action, given) };
    const about = ABOUT_A_FILE.includes(action) ? order : await this.withMessage(order, given.messageId);
    if ('error' in about) return about;
    const file = await this.files.fileOf(action, given, call.stored);
    const whole = file === undefined || 'error' in file ? (file ?? about) : this.withFile(about, file);
    return 'error' in whole ? whole : this.placed(whole, call.stored.event);
  }

  /** Queued, a file that cannot go there would be missed when the model has spoken of it. */
  private withFile(order: MessageOrder, file: OutboundFile): MessageOrder | Refusal {
    const connector = this.registry.get(order.target.channel);
    const error =
      isSending(order.action) && checksFiles(connector)
        ? connector.fileProblem(order.target, file.media)
        : undefined;
    return error === undefined ? { ...order, file } : { error };
  }

  private takes(name: 'card' | 'sendAttachment', target: Target, policy: ToolPolicy): boolean {
    return (
      isAllowed(policy, 'message', name) &&
      isPossible(this.registry.get(target.channel).capabilities(target), name)
    );
  }

  /** Queued, a bad card would be refused when nobody can mend it. */
  private cardProblem({ channel }: Target, card: unknown): string | undefined {
    const connector = this.registry.get(channel);
    return card === undefined || !checksCards(connector) ? undefined : connector.cardProblem(card as Input);
  }

  /** This conversation, unless the model names another and the sender may reach others. */
  private async targetFor(
    { stored, isAuthorized }: MessageCall,
    { to, target, chatGuid, channel }: Input,
    signal: AbortSignal,
  ): Promise<Target | Refusal> {
    const here = targetOf(stored.event);
    if (channel !== undefined && channel !== here.channel)
      return { error: `channel must be ${here.channel}` };
    const wanted = [to, target, chatGuid]
      .filter((each) => typeof each === 'string')
      .find((each) => each !== '');
    if (wanted === undefined || wanted === here.conversation) return here;
    const conversation = await this.resolve(here, wanted, signal);
    if (conversation === undefined) return { error: 'the target names no conversation of this channel' };
    if (typeof conversation === 'object') return conversation;
    if (conversation === here.conversation) return here;
    if (!isAuthorized()) return { error: 'the sender may not reach other conversations' };
    return { channel: here.channel, account: here.account, conversation };
  }

  private async resolve(
    { channel, account }: Target,
    text: string,
    signal: AbortSignal,
  ): Promise<ConversationId | Refusal | undefined> {
    const connector = this.registry.get(channel);
    if (!resolvesTargets(connector)) return undefined;
    try {
      return await connector.resolveTarget(account, text, signal);
    } catch (error) {
      if (!(error instanceof TargetUnclear)) throw error;
      return { error: `target: ${error.message}` };
    }
  }

  /** By either form of its id: only a message of that conversation, for services take ids from anywhere. */
  private async withMessage(order: MessageOrder, given: unknown): Promise<MessageOrder | Refusal> {
    if (typeof given !== 'string') return order;
    const { id, part } = this.known.read(order.target, given);
    const messageId = this.shortIds.fullOf(order.target, id);
    if (messageId === undefined) return { error: `messageId ${given} is no longer known: use the full id` };
    if (!(await this.isOf(order.target, messageId)))
      return { error: `messageId ${given} names no message of the conversation` };
    if (OF_OURS.includes(order.action) && !(await this.known.mayChange(order.target, messageId)))
      return {
        error: `messageId ${given} is not a message of yours: only those can have ${order.action} done`,
      };
    return { ...order, messageId, ...(part === undefined ? {} : { part }) };
  }

  /** An answer goes to the thread of its message, what is to be a post of its own to none. */
  private async placed(order: MessageOrder, event: Utterance): Promise<MessageOrder> {
    const { action, target, messageId, input } = order;
    if (input.replyStyle === 'top-level') return { ...order, target: withoutThread(target) };
    if (action !== 'reply' || messageId === undefined) return order;
    // The message being answered is in no transcript yet.
    if (event.kind === 'message' && messageId === event.messageId) return order;
    return { ...order, target: await this.known.answerPlace(target, messageId) };
  }

  /** A message that the model was shown needs no look-up; an id it has from elsewhere does. */
  private async isOf(target: Target, messageId: RemoteMessageId): Promise<boolean> {
    return this.shortIds.knows(target, messageId) || this.known.holds(target, messageId);
  }
}

/** Many models write null for what they leave out, and short ids as the numbers they look like. */
function givenIn(input: unknown): Input {
  const entries = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const given = Object.fromEntries(entries.filter(([, value]) => value !== null)) as Input;
  return typeof given.messageId === 'number' ? { ...given, messageId: String(given.messageId) } : given;
}

function lackOfRight(
  { isAuthorized }: Pick<MessageCall, 'isAuthorized'>,
  action: MessageAction,
): string | undefined {
  const isRefused = OF_OPERATORS.includes(action) && !isAuthorized();
  return isRefused ? `the sender may not have ${action} done` : undefined;
}

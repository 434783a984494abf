import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, type Target, targetOf } from '../../channels/index.js';
import {
  isPossible,
  isSending,
  type MessageAction,
  type MessageOrder,
  NamedMessages,
  OrderChecks,
  OrderLookup,
  type OrderProblem,
  type StoredEvent,
  type Utterance,
  withoutReplyTags,
  withoutThread,
} from '../../conversations/index.js';
import type { ToolPolicy } from '../../common/index.js';
import { isAllowed } from './tool-policy.js';
import { ToolFiles } from './tool-files.service.js';
import { argumentProblem, OF_OPERATORS, type ToolRefusal, wordsOf } from './message-actions.js';

/** A call of the tool, and the sender of its turn. */
export interface MessageCall {
  readonly stored: StoredEvent<Utterance>;
  /** Whether the sender may reach other conversations through the assistant. */
  readonly isAuthorized: () => boolean;
  readonly policy: ToolPolicy;
  /** The actions that the model was offered. */
  readonly actions: readonly MessageAction[];
  /** The model's own arguments. */
  readonly input: unknown;
}

type Input = Readonly<Record<string, unknown>>;

interface FoundPlace {
  readonly target: Target;
  /** Whether the model names the thread: then all that is sent goes there, whatever the settings are. */
  readonly isThreadNamed?: boolean;
}

/** Actions on a file alone. Many models name a message for them all the same. */
const ABOUT_A_FILE: readonly MessageAction[] = ['sendAttachment', 'setGroupIcon'];

/** Resolves a call of the `message` tool, and checks whether the sender may have it carried out. */
@Injectable()
export class MessageOrders {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly named: NamedMessages,
    private readonly lookup: OrderLookup,
    private readonly files: ToolFiles,
    private readonly checks: OrderChecks,
  ) {}

  /** The checked order of a call, or the refusal for the model. */
  async orderFrom(call: MessageCall, signal: AbortSignal): Promise<MessageOrder | ToolRefusal> {
    const input = readInput(call.input);
    const action = call.actions.find((name) => name === input.action);
    if (action === undefined) return { error: `action must be one of: ${call.actions.join(', ')}` };
    const error = argumentProblem(action, input) ?? lackOfRight(call, action);
    if (error !== undefined) return { error };
    const place = await this.placeFor(call, input, signal);
    if ('error' in place) return place;
    const { target } = place;
    const missing = this.missingFeature(call.policy, target, { ...input, action });
    if (missing) return missing;
    const style = place.isThreadNamed && isSending(action) ? { replyStyle: 'thread' } : {};
    const order = { action, target, input: { ...wordsOf(action, input), ...style } };
    const about = ABOUT_A_FILE.includes(action)
      ? order
      : await this.withMessage(order, input.messageId, place.isThreadNamed);
    if ('error' in about) return about;
    const file = await this.files.fileOf(action, input, call.stored);
    if (file && 'error' in file) return file;
    const whole = file ? { ...about, file } : about;
    return this.checked(place.isThreadNamed ? whole : await this.placed(whole, call.stored.event), input);
  }

  /** Refuses cards and files that cannot be sent there: once queued, they would be lost together with their text. */
  private missingFeature(
    policy: ToolPolicy,
    target: Target,
    { action, card, buffer }: Input & { readonly action: MessageAction },
  ): ToolRefusal | undefined {
    if (card !== undefined && !this.takes('card', target, policy)) return NO_CARDS;
    const isWithFile = buffer !== undefined && action !== 'sendAttachment' && isSending(action);
    return isWithFile && !this.takes('sendAttachment', target, policy) ? NO_FILES : undefined;
  }

  private async checked(order: MessageOrder, input: Input): Promise<MessageOrder | ToolRefusal> {
    const problem = await this.checks.problemOf(order);
    return problem ? refusalOf(problem, order, input) : order;
  }

  private takes(name: 'card' | 'sendAttachment', target: Target, policy: ToolPolicy): boolean {
    return (
      isAllowed(policy, 'message', name) &&
      isPossible(this.registry.get(target.channel).capabilities(target), name)
    );
  }

  /** This conversation, unless the model names another, or a thread, and the sender may reach others. */
  private async placeFor(
    { stored, isAuthorized }: MessageCall,
    { to, target, chatGuid, channel, replyStyle }: Input,
    signal: AbortSignal,
  ): Promise<FoundPlace | ToolRefusal> {
    const here = targetOf(stored.event);
    if (channel !== undefined && channel !== here.channel)
      return { error: `channel must be ${here.channel}` };
    const wanted = [to, target, chatGuid]
      .filter((each) => typeof each === 'string')
      .find((each) => each !== '');
    if (wanted === undefined || wanted === here.conversation) return { target: here };
    const place = await this.lookup.place(here, wanted, signal);
    if (place === undefined) return { error: 'the target does not match a conversation of this channel' };
    if ('text' in place) return { error: `target: ${place.text}` };
    const isThreadNamed = place.thread !== undefined;
    if (isThreadNamed && replyStyle === 'top-level') return NOT_BOTH;
    const isHere = place.conversation === here.conversation;
    if (!isHere && !isAuthorized()) return { error: 'the sender may not reach other conversations' };
    if (isHere && !isThreadNamed) return { target: here };
    return { target: { channel: here.channel, account: here.account, ...place }, isThreadNamed };
  }

  private async withMessage(
    order: MessageOrder,
    named: unknown,
    isThreadNamed?: boolean,
  ): Promise<MessageOrder | ToolRefusal> {
    if (typeof named !== 'string') return order;
    const found = await this.named.find(order.target, named);
    if (found === 'forgotten') return { error: `messageId ${named} is no longer known: use the full id` };
    if (found === 'elsewhere')
      return { error: `messageId ${named} does not match a message of the conversation` };
    if (isThreadNamed && (await this.lookup.isInOtherThread(order.target, found.messageId)))
      return { error: `messageId ${named} belongs to another thread` };
    return { ...order, ...found };
  }

  /** Sends an answer to the thread of its message, and a post of its own to none. */
  private async placed(order: MessageOrder, event: Utterance): Promise<MessageOrder> {
    const { action, target, messageId, input } = order;
    if (input.replyStyle === 'top-level') return { ...order, target: withoutThread(target) };
    if (action !== 'reply' || messageId === undefined) return order;
    // The message being answered is not in the transcript yet, so it cannot be looked up.
    if (event.kind === 'message' && messageId === event.messageId) return order;
    return { ...order, target: await this.lookup.answerTarget(target, messageId) };
  }
}

const NOT_BOTH: ToolRefusal = { error: 'replyStyle top-level is not possible: the target names a thread' };
const NO_CARDS: ToolRefusal = { error: 'cards cannot be sent here' };
const NO_FILES: ToolRefusal = { error: 'files cannot be sent here' };

/** The problem of an order, in terms of the tool's parameters. */
function refusalOf(problem: OrderProblem, { action }: MessageOrder, { messageId }: Input): ToolRefusal {
  switch (problem.kind) {
    case 'impossible':
      if (problem.feature === 'card') return NO_CARDS;
      return problem.feature === 'threads'
        ? { error: 'replyStyle is not possible: there are no threads there' }
        : { error: `${action} is not possible there: ${problem.reason}` };
    case 'card':
    case 'file':
      return { error: problem.reason };
    case 'effect':
      return { error: `effectId: ${problem.reason}` };
    case 'not-ours':
      return {
        error: `messageId ${String(messageId)} is not your own message, and ${action} only works on your own messages`,
      };
    case 'too-long':
      return { error: `text must have at most ${problem.maxChars} characters` };
  }
}

/** A model that is told to begin its answers with a tag does so in its messages too, where the action says it. */
const isWords = (name: string, value: unknown): value is string =>
  (name === 'message' || name === 'text') && typeof value === 'string';

/** Many models write null for omitted arguments, and short ids as numbers. */
function readInput(raw: unknown): Input {
  const entries = typeof raw === 'object' && raw !== null ? Object.entries(raw) : [];
  const input = Object.fromEntries(
    entries
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, isWords(name, value) ? withoutReplyTags(value) : value]),
  ) as Input;
  return typeof input.messageId === 'number' ? { ...input, messageId: String(input.messageId) } : input;
}

function lackOfRight(
  { isAuthorized }: Pick<MessageCall, 'isAuthorized'>,
  action: MessageAction,
): string | undefined {
  const isRefused = OF_OPERATORS.includes(action) && !isAuthorized();
  return isRefused ? `the sender may not use ${action}` : undefined;
}

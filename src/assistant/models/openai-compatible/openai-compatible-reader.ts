import type { RuntimeFailure } from '../../runtime.js';
import type { RequestedCall } from '../../runtimes/steps.js';
import { refuseCallsBeyond } from '../../runtimes/tool-calls.js';
import {
  argumentsOf,
  EventCount,
  eventOf,
  isDoneMark,
  objectsIn,
  ownCallId,
  reportedFailure,
  wordsOf,
} from '../event-parts.js';
import { ThinkBlock } from '../turn/think-block.js';
import type { AnswerReader, ModelAnswer, ModelUsage, StopReason } from '../wire.js';
import type { ChatVerbatim } from './openai-compatible-request.js';
import { addFields, type UnknownFields, unknownIn } from './unknown-fields.js';

/** The fields of a streamed chunk that we read; servers send more, and may leave out any of these. */
interface Chunk {
  readonly choices?: readonly (Choice | null)[] | null;
  readonly usage?: ChatUsage | null;
  readonly error?: unknown;
  /** DeepInfra's and Venice's own names for the parts of an error. */
  readonly error_type?: unknown;
  readonly error_message?: unknown;
}

interface ChatUsage {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
  readonly prompt_tokens_details?: {
    readonly cached_tokens?: unknown;
    readonly cache_write_tokens?: unknown;
  } | null;
  readonly completion_tokens_details?: { readonly reasoning_tokens?: unknown } | null;
  /** DeepSeek's own name. */
  readonly prompt_cache_hit_tokens?: unknown;
}

interface Choice {
  readonly delta?: MessageDelta | null;
  /** In place of the delta, where a relay sends a whole answer as one event. */
  readonly message?: MessageDelta | null;
  readonly finish_reason?: unknown;
  /** So in Gemini's last chunk. */
  readonly finishReason?: unknown;
  readonly usage?: ChatUsage | null;
  readonly error?: unknown;
}

/** A part of a text that comes as a list; those of other types are thoughts, references and more. */
interface ContentPart {
  readonly type?: unknown;
  readonly text?: unknown;
}

interface MessageDelta {
  readonly content?: unknown;
  /** The words by which a model declines; OpenAI sends it instead of `content`. */
  readonly refusal?: unknown;
  readonly tool_calls?: readonly (CallDelta | null)[] | null;
}

/** Reasons that say that nothing has ended. */
const NO_ENDS = new Set(['', 'null']);
/** Reasons that say that the answer was broken off. */
const BREAKS = new Set(['error', 'network_error', 'abort', 'insufficient_system_resource']);
const LENGTHS = new Set(['length', 'model_length', 'max_tokens']);
const REFUSALS = new Set(['content_filter', 'sensitive']);

const KNOWN_OF_MESSAGE = new Set(['role', 'content', 'tool_calls', 'function_call', 'refusal']);
const KNOWN_OF_CALL = new Set(['index', 'id', 'type', 'function']);
const KNOWN_OF_CALLED = new Set(['name', 'arguments']);

interface CallDelta {
  readonly index?: number | null;
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
}

/** A call whose pieces are still arriving. */
interface GrowingCall {
  readonly index: number | undefined;
  /** Its first one: some servers give each piece another. Empty where there is none. */
  id: string;
  name: string;
  arguments: string;
  /** Fields beside `function`, and in it. */
  readonly call: UnknownFields;
  readonly called: UnknownFields;
}

/** Reads the chunks of one streamed completion. */
export class OpenAiCompatibleReader implements AnswerReader {
  private text = '';
  private readonly think = new ThinkBlock();
  private readonly message: UnknownFields = {};
  private readonly calls: GrowingCall[] = [];
  private counted: ChatUsage | undefined;
  private readonly chunks: EventCount;
  private reason: string | undefined;
  private isBroken = false;
  /** Chunks come behind a reason, so that this server's reasons do not tell the end. */
  private hasMore = false;
  private isOver = false;
  private isDeclined = false;

  constructor(maxChunks: number) {
    this.chunks = new EventCount(maxChunks);
  }

  readEvent(data: string, name?: string): string {
    this.isOver ||= isDoneMark(data);
    if (this.isOver) return '';
    this.chunks.add();
    if (name === 'error') throw errorIn(data);
    const { choices, usage, error, error_type: type, error_message: message } = eventOf(data) as Chunk;
    if (isGiven(error)) throw reportedFailure(error);
    if (isGiven(message)) throw reportedFailure({ type, message });
    if (usage) this.counted = usage;
    const choice = choices?.[0];
    return choice ? this.takeChoice(choice) : '';
  }

  rest(): string {
    const said = this.think.end();
    this.text += said;
    return said;
  }

  get isWriting(): boolean {
    return this.text !== '' || this.calls.length > 0;
  }

  get isDone(): boolean {
    return this.isOver;
  }

  get isAnswered(): boolean {
    return this.reason !== undefined && !this.hasMore;
  }

  end(): ModelAnswer {
    this.rest();
    // Some servers give no reason at all, only the mark of the end.
    const hasEnd = this.reason !== undefined || (this.isOver && this.isWriting);
    this.chunks.finish(hasEnd && !this.isBroken);
    const { text, usage, verbatim } = this;
    const stop = this.isDeclined ? 'refusal' : stopOf(this.reason, this.calls.length > 0);
    // The last call of an answer that was cut off or declined may be half a call.
    const calls = stop === 'calls' ? this.calls.map(requested) : [];
    const declining = this.isDeclined && { declinesInWords: true };
    return { text, calls, stop, ...declining, ...(usage && { usage }), verbatim };
  }

  get usage(): ModelUsage | undefined {
    const { counted = {} } = this;
    const { prompt_tokens_details: input, completion_tokens_details: output } = counted;
    if (count(counted.prompt_tokens) === undefined && count(counted.completion_tokens) === undefined)
      return undefined;
    return {
      inputTokens: count(counted.prompt_tokens) ?? 0,
      cachedTokens: count(input?.cached_tokens) ?? count(counted.prompt_cache_hit_tokens) ?? 0,
      cacheWriteTokens: count(input?.cache_write_tokens) ?? 0,
      outputTokens: count(counted.completion_tokens) ?? 0,
      reasoningTokens: count(output?.reasoning_tokens) ?? 0,
    };
  }

  private get verbatim(): ChatVerbatim {
    return { message: this.message, calls: this.calls.map(({ call, called }) => ({ call, called })) };
  }

  private takeChoice(choice: Choice): string {
    const { delta, message, finish_reason: reason, finishReason, usage, error } = choice;
    if (isGiven(error)) throw reportedFailure(error);
    if (usage) this.counted = usage;
    const words = delta ?? message;
    if (this.reason !== undefined) this.hasMore ||= Object.entries(words ?? {}).some(isContent);
    const given = reason ?? finishReason;
    if (typeof given === 'string') this.takeReason(given.toLowerCase());
    const said = words ? this.takeMessage(words) : '';
    this.text += said;
    return said;
  }

  private takeReason(reason: string): void {
    if (BREAKS.has(reason)) this.isBroken = true;
    else if (!NO_ENDS.has(reason)) this.reason = reason;
  }

  private takeMessage(delta: MessageDelta): string {
    addFields(this.message, unknownIn(delta, KNOWN_OF_MESSAGE));
    if (delta.tool_calls) for (const call of objectsIn(delta.tool_calls)) this.takeCall(call);
    const refusal = wordsOf(delta.refusal);
    this.isDeclined ||= refusal !== '';
    return this.think.push(contentOf(delta.content) + refusal);
  }

  private takeCall(delta: CallDelta): void {
    const called = delta.function ?? {};
    const call = this.callOf(delta);
    addFields(call.call, unknownIn(delta, KNOWN_OF_CALL));
    addFields(call.called, unknownIn(called, KNOWN_OF_CALLED));
    call.id ||= wordsOf(delta.id);
    call.name ||= wordsOf(called.name);
    call.arguments += argumentsIn(delta);
  }

  /** The call that a piece belongs to; a new one, where it begins one. */
  private callOf(delta: CallDelta): GrowingCall {
    const index = delta.index ?? undefined;
    const id = wordsOf(delta.id);
    const growing = this.growing(index, id);
    if (growing && !isNext(growing, delta)) return growing;
    const call: GrowingCall = { index, id: '', name: '', arguments: '', call: {}, called: {} };
    refuseCallsBeyond(this.calls.push(call));
    return call;
  }

  /**
   * The call that a piece may belong to. Further pieces name its index, but some servers give none, or give the same
   * index to all calls, or another one than to the first piece.
   */
  private growing(index: number | undefined, id: string): GrowingCall | undefined {
    const ofIndex = index === undefined ? this.calls : this.calls.filter((call) => call.index === index);
    const ofId = id === '' ? undefined : ofIndex.findLast((call) => call.id === id);
    return ofId ?? ofIndex.at(-1) ?? (id === '' ? this.calls.at(-1) : undefined);
  }
}

/**
 * Whether a piece begins the call behind a known one. A name begins a call, and an id alone does not: some servers give
 * each piece a new id, or repeat the name with each.
 */
function isNext({ id, name, arguments: text, index }: GrowingCall, delta: CallDelta): boolean {
  const given = wordsOf(delta.function?.name);
  if (given === '' || name === '') return false;
  if (given !== name || index !== (delta.index ?? undefined)) return true;
  const givenId = wordsOf(delta.id);
  const isOfOtherId = givenId !== '' && id !== '' && givenId !== id;
  if (text === '') return isOfOtherId;
  return isWhole(text) && (isOfOtherId || argumentsIn(delta) !== '');
}

/** Whether a text is the JSON of arguments, and not the beginning of it. */
const isWhole = (text: string): boolean => argumentsOf(text) !== undefined;

/** Some servers send an object instead of text, and null for nothing. */
function argumentsIn({ function: called }: CallDelta): string {
  const piece = called?.arguments;
  if (typeof piece === 'string') return piece;
  return piece === undefined || piece === null ? '' : JSON.stringify(piece);
}

/** The words for people in a content that is a text or a list of parts. */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map(wordsOfPart).join('') : '';
}

function wordsOfPart(part: unknown): string {
  if (typeof part === 'string') return part;
  const { type = 'text', text } = (part ?? {}) as ContentPart;
  return type === 'text' || type === 'output_text' ? wordsOf(text) : '';
}

/** The error of an event of that name: it stands in the field `error`, or is the data itself, or a text. */
function errorIn(data: string): RuntimeFailure {
  try {
    const event = eventOf(data) as Chunk;
    return reportedFailure(event.error ?? event);
  } catch {
    return reportedFailure(data);
  }
}

/** Whether a field of a delta brings something, such as words, a thought or a call. */
const isContent = ([name, value]: readonly [string, unknown]): boolean =>
  name !== 'role' && isGiven(value) && value !== '' && !(Array.isArray(value) && value.length === 0);

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Servers end with `stop` after a call too, so the calls themselves decide. */
function stopOf(reason: string | undefined, isCalling: boolean): StopReason {
  if (LENGTHS.has(reason ?? '')) return 'length';
  if (REFUSALS.has(reason ?? '')) return 'refusal';
  return isCalling ? 'calls' : 'end';
}

const requested = ({ id, name, arguments: text }: GrowingCall, index: number): RequestedCall => ({
  id: id === '' ? ownCallId(index) : id,
  name,
  input: argumentsOf(text),
});

const count = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

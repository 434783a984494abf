import type { RequestedCall } from '../../runtimes/steps.js';
import { refuseCallsBeyond } from '../../runtimes/tool-calls.js';
import { argumentsOf, EventCount, eventOf, reportedFailure } from '../event-parts.js';
import { ThinkBlock } from '../turn/think-block.js';
import type { AnswerReader, ModelAnswer, ModelUsage, StopReason } from '../wire.js';
import type { ChatVerbatim } from './openai-compatible-request.js';
import { addFields, type UnknownFields, unknownIn } from './unknown-fields.js';

/** The fields of a streamed chunk that we read; servers send more, and may leave out any of these. */
interface Chunk {
  readonly choices?: readonly Choice[];
  readonly usage?: ChatUsage | null;
  readonly error?: unknown;
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
  readonly finish_reason?: string | null;
}

interface MessageDelta {
  readonly content?: unknown;
  /** The words by which a model declines; OpenAI sends it instead of `content`. */
  readonly refusal?: unknown;
  readonly tool_calls?: readonly CallDelta[] | null;
}

const KNOWN_OF_MESSAGE = new Set(['role', 'content', 'tool_calls', 'function_call', 'refusal']);
const KNOWN_OF_CALL = new Set(['index', 'id', 'type', 'function']);
const KNOWN_OF_CALLED = new Set(['name', 'arguments']);

interface CallDelta {
  readonly index?: number;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown } | null;
}

/** A call whose pieces are still arriving. */
interface GrowingCall {
  readonly index: number | undefined;
  readonly id: string;
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
  private isOver = false;
  private isDeclined = false;

  constructor(maxChunks: number) {
    this.chunks = new EventCount(maxChunks);
  }

  readEvent(data: string): string {
    this.isOver ||= data === '[DONE]';
    if (this.isOver) return '';
    this.chunks.add();
    const { choices, usage, error } = eventOf(data) as Chunk;
    if (error !== undefined && error !== null) throw reportedFailure(error);
    if (usage) this.counted = usage;
    const choice = choices?.[0];
    return choice ? this.takeChoice(choice) : '';
  }

  get isWriting(): boolean {
    return this.text !== '' || this.calls.length > 0;
  }

  get isDone(): boolean {
    return this.isOver;
  }

  end(): ModelAnswer {
    this.chunks.finish(this.reason !== undefined);
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

  private takeChoice({ delta, finish_reason: reason }: Choice): string {
    if (typeof reason === 'string' && reason !== 'error') this.reason = reason;
    const said = (delta ? this.takeMessage(delta) : '') + (this.reason === undefined ? '' : this.think.end());
    this.text += said;
    return said;
  }

  private takeMessage(delta: MessageDelta): string {
    addFields(this.message, unknownIn(delta, KNOWN_OF_MESSAGE));
    for (const call of delta.tool_calls ?? []) this.takeCall(call);
    this.isDeclined ||= wordsOf(delta.refusal) !== '';
    return this.think.push(wordsOf(delta.content) + wordsOf(delta.refusal));
  }

  private takeCall(delta: CallDelta): void {
    const { index, id } = delta;
    const called = delta.function ?? {};
    const call = this.growing(index, id ?? '') ?? this.begin(index, id ?? '');
    addFields(call.call, unknownIn(delta, KNOWN_OF_CALL));
    addFields(call.called, unknownIn(called, KNOWN_OF_CALLED));
    call.name ||= called.name ?? '';
    const { arguments: piece = '' } = called;
    // Some servers send the arguments as an object instead of text.
    call.arguments += typeof piece === 'string' ? piece : JSON.stringify(piece ?? '');
  }

  /**
   * Finds the call that a piece belongs to. Further pieces name its index, but some servers give none, or give the same
   * index to all calls and tell them apart by id.
   */
  private growing(index: number | undefined, id: string): GrowingCall | undefined {
    const last = this.calls.at(-1);
    const named = index === undefined ? last : this.calls.findLast((call) => call.index === index);
    return id === '' || named?.id === id ? named : undefined;
  }

  private begin(index: number | undefined, id: string): GrowingCall {
    const ownId = id === '' ? `call_${this.calls.length + 1}` : id;
    const call: GrowingCall = { index, id: ownId, name: '', arguments: '', call: {}, called: {} };
    refuseCallsBeyond(this.calls.push(call));
    return call;
  }
}

/** Servers end with `stop` after a call too, so the calls themselves decide. */
function stopOf(reason: string | undefined, isCalling: boolean): StopReason {
  if (reason === 'length') return 'length';
  if (reason === 'content_filter') return 'refusal';
  return isCalling ? 'calls' : 'end';
}

const requested = ({ id, name, arguments: text }: GrowingCall): RequestedCall => ({
  id,
  name,
  input: argumentsOf(text),
});

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const count = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

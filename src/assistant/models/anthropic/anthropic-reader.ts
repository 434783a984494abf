import { fieldsOf } from '../../../common/index.js';
import type { RequestedCall } from '../../runtimes/steps.js';
import {
  argumentsOf,
  EventCount,
  eventOf,
  exactUsage,
  isDoneMark,
  ownCallId,
  reportedFailure,
  tokens,
  wordsOf,
} from '../event-parts.js';
import type { AnswerReader, ModelAnswer, ModelUsage, StopReason } from '../wire.js';

/** The fields of the vendor's events that we read (platform.claude.com/docs/en/build-with-claude/streaming). */
interface StreamEvent {
  readonly type?: string;
  readonly message?: { readonly usage?: Usage | null } | null;
  readonly index?: number;
  readonly content_block?: Block | null;
  readonly delta?: Delta | null;
  readonly usage?: Usage | null;
  readonly error?: unknown;
}

/** Cumulative: a later report replaces an earlier one, field by field. */
interface Usage {
  readonly input_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
  readonly output_tokens?: number | null;
  readonly output_tokens_details?: { readonly thinking_tokens?: number } | null;
}

/** A part of the model's message; kept with all its fields, because it is sent back. */
type Block = Readonly<Record<string, unknown>> & { readonly type?: unknown };

interface Delta {
  readonly type?: string;
  readonly text?: unknown;
  readonly partial_json?: unknown;
  readonly thinking?: unknown;
  readonly signature?: unknown;
  readonly citation?: unknown;
  /** In `message_delta`. */
  readonly stop_reason?: string | null;
}

/** The statuses of the vendor's further errors (platform.claude.com/docs/en/api/errors). */
const STATUSES: Readonly<Record<string, number>> = {
  billing_error: 402,
  request_too_large: 413,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

/** `pause_turn` and the rest are ends: we use none of the vendor's own tools, which alone pause a turn. */
const STOPS: Readonly<Record<string, StopReason>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
};

/** Assembles one streamed message. Its `verbatim` is the message's content. */
export class AnthropicReader implements AnswerReader {
  private readonly count: EventCount;
  /** By index, in the order of the message. */
  private readonly blocks = new Map<number, GrowingBlock>();
  private text = '';
  private stopReason: string | undefined;
  private reported: Usage | undefined;
  isWriting = false;
  isDone = false;

  constructor(maxParts: number) {
    this.count = new EventCount(maxParts);
  }

  readEvent(data: string, name?: string): string {
    // Relays end as in other protocols.
    this.isDone ||= isDoneMark(data);
    if (this.isDone) return '';
    this.count.add();
    const event: StreamEvent = eventOf(data);
    const { type, error } = event;
    if (type === 'error' || name === 'error' || (error !== undefined && error !== null))
      throw reportedFailure(error ?? event, STATUSES);
    const said = this.textIn(event);
    this.text += said;
    return said;
  }

  /** Events of other types are new to us, and no fault. */
  private textIn(event: StreamEvent): string {
    const { type, index = -1, content_block: begun, delta } = event;
    if (type === 'content_block_start') return this.begin(index, begun ?? {});
    if (type === 'content_block_delta') return this.blocks.get(index)?.grow(delta ?? {}) ?? '';
    if (type === 'message_start') this.report(event.message?.usage);
    if (type === 'message_delta') {
      this.report(event.usage);
      this.stopReason = wordsOf(delta?.stop_reason) || this.stopReason;
    }
    this.isDone = type === 'message_stop';
    return '';
  }

  get usage(): ModelUsage | undefined {
    if (!this.reported) return undefined;
    const cachedTokens = tokens(this.reported.cache_read_input_tokens);
    const cacheWriteTokens = tokens(this.reported.cache_creation_input_tokens);
    return exactUsage({
      // The vendor counts here only what is neither from the cache nor for it.
      inputTokens: tokens(this.reported.input_tokens) + cachedTokens + cacheWriteTokens,
      cachedTokens,
      cacheWriteTokens,
      outputTokens: tokens(this.reported.output_tokens),
      reasoningTokens: tokens(this.reported.output_tokens_details?.thinking_tokens),
    });
  }

  get isAnswered(): boolean {
    return this.stopReason !== undefined;
  }

  end(): ModelAnswer {
    // Relays leave out either the reason or the last event.
    this.count.finish(this.isAnswered || (this.isDone && this.isWriting));
    const blocks = [...this.blocks.values()];
    const cut = STOPS[this.stopReason ?? ''];
    // The last call of an answer that was cut off or withdrawn may be half a call.
    const calls = cut ? [] : blocks.flatMap((block) => block.call ?? []);
    const { text, usage } = this;
    return {
      text,
      calls,
      stop: cut ?? (calls.length > 0 ? 'calls' : 'end'),
      ...(usage && { usage }),
      verbatim: blocks.flatMap((block) => block.verbatim ?? []),
    };
  }

  private begin(index: number, block: Block): string {
    this.blocks.set(index, new GrowingBlock(block, ownCallId(this.blocks.size)));
    this.isWriting ||= block.type === 'text' || block.type === 'tool_use';
    return block.type === 'text' ? wordsOf(block.text) : '';
  }

  private report(usage: Usage | null | undefined): void {
    const given = Object.entries(usage ?? {}).filter(([, value]) => value !== null);
    if (given.length > 0) this.reported = { ...this.reported, ...Object.fromEntries(given) };
  }
}

/** A block whose pieces are still arriving. */
class GrowingBlock {
  private input: string | undefined;
  private readonly fields: Record<string, unknown>;

  /** @param ownId for a call that has none */
  constructor(begun: Block, ownId: string) {
    const isNameless = begun.type === 'tool_use' && wordsOf(begun.id) === '';
    this.fields = { ...begun, ...(isNameless && { id: ownId }) };
  }

  /** @returns the text in it for people */
  grow({ type, text, partial_json: json, thinking, signature, citation }: Delta): string {
    const { fields } = this;
    if (type === 'text_delta') fields.text = wordsOf(fields.text) + wordsOf(text);
    if (type === 'input_json_delta' && wordsOf(json) !== '') this.input = (this.input ?? '') + wordsOf(json);
    if (type === 'thinking_delta') fields.thinking = wordsOf(fields.thinking) + wordsOf(thinking);
    if (type === 'signature_delta') fields.signature = signature;
    if (type === 'citations_delta') fields.citations = [...listOf(fields.citations), citation];
    return type === 'text_delta' ? wordsOf(text) : '';
  }

  get call(): RequestedCall | undefined {
    const { type, id, name, input } = this.fields;
    if (type !== 'tool_use') return undefined;
    return { id: wordsOf(id), name: wordsOf(name), input: argumentsOf(this.input ?? input) };
  }

  /** Texts without words are refused when they come back, and so is an input that is no object. */
  get verbatim(): object | undefined {
    const { type, text, input } = this.fields;
    if (type === 'text' && wordsOf(text).trim() === '') return undefined;
    return type === 'tool_use' || this.input !== undefined
      ? { ...this.fields, input: fieldsOf(argumentsOf(this.input ?? input)) }
      : this.fields;
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

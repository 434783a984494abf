import type { RequestedCall } from '../../runtimes/steps.js';
import {
  argumentsOf,
  EventCount,
  eventOf,
  exactUsage,
  isDoneMark,
  objectsIn,
  ownCallId,
  reportedFailure,
  tokens,
  wordsOf,
} from '../event-parts.js';
import type { AnswerReader, ModelAnswer, ModelUsage, StopReason } from '../wire.js';

/** The fields of the vendor's events that we read (platform.openai.com/docs/api-reference/responses-streaming). */
interface StreamEvent {
  readonly type?: string;
  readonly delta?: unknown;
  readonly output_index?: number;
  /** The whole text, in `response.output_text.done`. */
  readonly text?: unknown;
  readonly item?: Item | null;
  readonly response?: Response | null;
  /** The error itself, which the vendor nests here although its types do not. */
  readonly error?: unknown;
}

/** In all events of a response's life; the usage only in the last. */
interface Response {
  readonly output?: readonly (Item | null)[] | null;
  readonly usage?: Usage | null;
  readonly error?: unknown;
  readonly incomplete_details?: { readonly reason?: string } | null;
}

/** A part of the model's answer; kept with all its fields, because it is sent back. */
interface Item {
  readonly type?: string;
  readonly id?: unknown;
  readonly call_id?: unknown;
  readonly name?: unknown;
  readonly arguments?: unknown;
  /** Of a message: its parts, of which those of the type `output_text` are its words. */
  readonly content?: readonly ({ readonly type?: unknown; readonly text?: unknown } | null)[] | null;
}

interface Usage {
  readonly input_tokens?: number;
  readonly input_tokens_details?: {
    readonly cached_tokens?: number;
    readonly cache_write_tokens?: number;
  } | null;
  readonly output_tokens?: number;
  readonly output_tokens_details?: { readonly reasoning_tokens?: number } | null;
}

/** Errors of a file in the request; which one, they do not say. */
const OF_FILES = [
  'invalid_image',
  'invalid_image_format',
  'invalid_base64_image',
  'invalid_image_url',
  'invalid_image_mode',
  'image_too_large',
  'image_too_small',
  'image_parse_error',
  'image_content_policy_violation',
  'image_file_too_large',
  'image_file_not_found',
  'unsupported_image_media_type',
  'empty_image_file',
  'failed_to_download_image',
  'invalid_file',
] as const;

/** The statuses that the vendor's further errors have as refusals of a request. */
const STATUSES: Readonly<Record<string, number>> = {
  invalid_prompt: 400,
  bio_policy: 400,
  misalignment_policy_violation: 400,
  data_residency_mismatch: 400,
  ...Object.fromEntries(OF_FILES.map((code) => [code, 400])),
  vector_store_timeout: 504,
};

/**
 * Assembles one streamed response. Its `verbatim` is the response's items. What a model says when it declines
 * is its text; its reasoning, and any summary of it, never is.
 */
export class OpenAiReader implements AnswerReader {
  private readonly count: EventCount;
  /** The finished items, by their position. */
  private readonly items = new Map<number, Item>();
  isWriting = false;
  private text = '';
  /** The position of the message that was last heard. */
  private saidIn = -1;
  /** The positions of all that were. */
  private readonly said = new Set<number>();
  private isDeclined = false;
  private last: Response | undefined;
  private reported: Usage | undefined;
  /** How a response ended that has no calls. */
  private ending: StopReason | undefined;

  constructor(maxParts: number) {
    this.count = new EventCount(maxParts);
  }

  get isDone(): boolean {
    return this.ending !== undefined;
  }

  readEvent(data: string, name?: string): string {
    if (this.isDone) return '';
    if (isDoneMark(data)) {
      // Servers that speak this protocol may end as they do in their others.
      if (this.isWriting || this.items.size > 0) this.ending = this.isDeclined ? 'refusal' : 'end';
      return '';
    }
    this.count.add();
    const event: StreamEvent = eventOf(data);
    const { type, error } = event;
    if (type === 'error' || name === 'error' || (error !== undefined && error !== null))
      throw reportedFailure(error ?? event, STATUSES);
    const said = this.textIn(event);
    this.text += said;
    return said;
  }

  /** Events of other types are new to us, or repeat what has been read, and are no fault. */
  private textIn({ type, delta, output_index: index = -1, text, item, response }: StreamEvent): string {
    if (type === 'response.output_text.delta') return this.say(wordsOf(delta), index);
    if (type === 'response.output_text.done') return this.sayWhole(wordsOf(text), index);
    if (type === 'response.refusal.delta') {
      this.isDeclined = true;
      return this.say(wordsOf(delta), index);
    }
    if (type === 'response.output_item.added') this.isWriting ||= Boolean(item) && item?.type !== 'reasoning';
    if (type === 'response.output_item.done' && item) {
      this.items.set(index, item);
      return this.sayWhole(textOf(item), index);
    }
    if (type === 'response.completed') return this.close(response ?? {}, this.isDeclined ? 'refusal' : 'end');
    if (type === 'response.incomplete') return this.close(response ?? {}, cutBy(response ?? {}));
    if (type === 'response.failed') {
      this.reported = response?.usage ?? undefined;
      throw reportedFailure(response?.error ?? {}, STATUSES);
    }
    return '';
  }

  /** A text of which no piece has come: some servers send it only as a whole. */
  private sayWhole(words: string, index: number): string {
    const isKnown = words === '' || this.said.has(index) || this.text.endsWith(words);
    return isKnown ? '' : this.say(words, index);
  }

  /** Each message of a response is a paragraph: models comment on their work before they answer. */
  private say(words: string, index: number): string {
    this.isWriting = true;
    this.said.add(index);
    const isNext = this.text !== '' && index !== this.saidIn;
    this.saidIn = index;
    return isNext ? `\n\n${words}` : words;
  }

  get isAnswered(): boolean {
    return this.isDone;
  }

  get usage(): ModelUsage | undefined {
    if (!this.reported) return undefined;
    const { input_tokens: input, input_tokens_details: read } = this.reported;
    const { output_tokens: output, output_tokens_details: written } = this.reported;
    return exactUsage({
      inputTokens: tokens(input),
      cachedTokens: tokens(read?.cached_tokens),
      cacheWriteTokens: tokens(read?.cache_write_tokens),
      outputTokens: tokens(output),
      reasoningTokens: tokens(written?.reasoning_tokens),
    });
  }

  end(): ModelAnswer {
    this.count.finish(this.isDone);
    const { text, usage, ending = 'end' } = this;
    const items = this.finished();
    // The last call of an answer that was cut off or declined may be half a call.
    const calls = ending === 'end' ? items.flatMap(callOf) : [];
    return {
      text,
      calls,
      stop: calls.length > 0 ? 'calls' : ending,
      // A filter may have cut even the words of a refusal.
      ...(this.isDeclined && !this.last?.incomplete_details && { declinesInWords: true }),
      ...(usage && { usage }),
      verbatim: items,
    };
  }

  /** @returns the text of the whole response, where none of it has come before */
  private close(response: Response, ending: StopReason): string {
    this.last = response;
    this.reported = response.usage ?? undefined;
    this.ending = ending;
    const words = objectsIn(response.output).map(textOf);
    return this.said.size > 0 ? '' : this.sayWhole(words.filter((each) => each !== '').join('\n\n'), 0);
  }

  /** The items of the whole response; some servers leave them out there. */
  private finished(): readonly Item[] {
    const whole = objectsIn(this.last?.output);
    if (whole.length > 0) return whole.map(sendable);
    const inOrder = [...this.items].toSorted(([one], [other]) => one - other).map(([, item]) => item);
    return inOrder.map(sendable);
  }
}

const cutBy = ({ incomplete_details: details }: Response): StopReason =>
  details?.reason === 'content_filter' ? 'refusal' : 'length';

/** The words of a message, without its refusals. */
const textOf = ({ type, content }: Item): string =>
  type !== 'message'
    ? ''
    : objectsIn(content)
        .map((part) => (part.type === 'output_text' ? wordsOf(part.text) : ''))
        .join('');

/** An item as it can be sent back: servers other than the vendor's leave out parts of a call, or write them otherwise. */
function sendable(item: Item, index: number): Item {
  const { type, id, call_id: callId, arguments: given } = item;
  if (type !== 'function_call') return item;
  if (wordsOf(callId) !== '' && typeof given === 'string') return item;
  return {
    ...item,
    call_id: wordsOf(callId) || wordsOf(id) || ownCallId(index),
    arguments: typeof given === 'string' ? given : JSON.stringify(argumentsOf(given)),
  };
}

const callOf = ({ type, call_id: id, name, arguments: given }: Item): RequestedCall[] =>
  type === 'function_call' ? [{ id: wordsOf(id), name: wordsOf(name), input: argumentsOf(given) }] : [];

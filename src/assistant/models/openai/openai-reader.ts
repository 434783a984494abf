import type { RequestedCall } from '../../runtimes/steps.js';
import type { RuntimeFailure } from '../../runtime.js';
import { argumentsOf, EventCount, eventOf, reportedFailure, tokens } from '../event-parts.js';
import type { AnswerReader, ModelAnswer, ModelUsage, StopReason } from '../wire.js';

/** The fields of the vendor's events that we read (platform.openai.com/docs/api-reference/responses-streaming). */
interface StreamEvent extends ReportedError {
  readonly type?: string;
  readonly delta?: unknown;
  readonly output_index?: number;
  readonly item?: Item;
  readonly response?: Response;
  /** The error itself, which the vendor nests here although its types do not. */
  readonly error?: ReportedError | null;
}

interface ReportedError {
  readonly code?: unknown;
  readonly type?: unknown;
}

/** In all events of a response's life; the usage only in the last. */
interface Response {
  readonly output?: readonly Item[] | null;
  readonly usage?: Usage | null;
  readonly error?: ReportedError | null;
  readonly incomplete_details?: { readonly reason?: string } | null;
}

/** A part of the model's answer; kept with all its fields, because it is sent back. */
interface Item {
  readonly type?: string;
  readonly call_id?: string;
  readonly name?: string;
  readonly arguments?: string;
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

/** The statuses that errors have as refusals of a request. */
const STATUSES: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  invalid_prompt: 400,
  bio_policy: 400,
  misalignment_policy_violation: 400,
  data_residency_mismatch: 400,
  ...Object.fromEntries(OF_FILES.map((code) => [code, 400])),
  invalid_api_key: 401,
  model_not_found: 404,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  server_error: 500,
  vector_store_timeout: 504,
};

/**
 * Assembles one streamed response. Its `verbatim` is the JSON of the response's items. What a model says when it declines
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

  readEvent(data: string): string {
    // Servers that speak this protocol may end as they do in their others.
    if (this.isDone || data === '[DONE]') return '';
    this.count.add();
    const event: StreamEvent = eventOf(data);
    if (event.type === 'error' || event.error) throw failureOf(event.error ?? event);
    const said = this.textIn(event);
    this.text += said;
    return said;
  }

  /** Events of other types are new to us, or repeat what has been read, and are no fault. */
  private textIn({ type, delta, output_index: index = -1, item, response = {} }: StreamEvent): string {
    if (type === 'response.output_text.delta') return this.say(wordsOf(delta), index);
    if (type === 'response.refusal.delta') {
      this.isDeclined = true;
      return this.say(wordsOf(delta), index);
    }
    if (type === 'response.output_item.added')
      this.isWriting ||= item !== undefined && item.type !== 'reasoning';
    if (type === 'response.output_item.done' && item) this.items.set(index, item);
    if (type === 'response.completed') this.close(response, this.isDeclined ? 'refusal' : 'end');
    if (type === 'response.incomplete') this.close(response, cutBy(response));
    if (type === 'response.failed') {
      this.reported = response.usage ?? undefined;
      throw failureOf(response.error ?? {});
    }
    return '';
  }

  /** Each message of a response is a paragraph: models comment on their work before they answer. */
  private say(words: string, index: number): string {
    this.isWriting = true;
    const isNext = this.text !== '' && index !== this.saidIn;
    this.saidIn = index;
    return isNext ? `\n\n${words}` : words;
  }

  get usage(): ModelUsage | undefined {
    if (!this.reported) return undefined;
    const { input_tokens: input, input_tokens_details: read } = this.reported;
    const { output_tokens: output, output_tokens_details: written } = this.reported;
    return {
      inputTokens: tokens(input),
      cachedTokens: tokens(read?.cached_tokens),
      cacheWriteTokens: tokens(read?.cache_write_tokens),
      outputTokens: tokens(output),
      reasoningTokens: tokens(written?.reasoning_tokens),
    };
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
      verbatim: JSON.stringify(items),
    };
  }

  private close(response: Response, ending: StopReason): void {
    this.last = response;
    this.reported = response.usage ?? undefined;
    this.ending = ending;
  }

  /** The items of the whole response; some servers leave them out there. */
  private finished(): readonly Item[] {
    const whole = this.last?.output ?? [];
    if (whole.length > 0) return whole;
    const inOrder = [...this.items].toSorted(([one], [other]) => one - other);
    return inOrder.map(([, item]) => item);
  }
}

const cutBy = ({ incomplete_details: details }: Response): StopReason =>
  details?.reason === 'content_filter' ? 'refusal' : 'length';

function callOf({ type, call_id: id = '', name = '', arguments: text = '' }: Item): RequestedCall[] {
  return type === 'function_call' ? [{ id, name, input: argumentsOf(text) }] : [];
}

/** The code says more than the type, but may be missing. A stream may begin before the vendor counts its prompt. */
function failureOf(error: ReportedError): RuntimeFailure {
  return reportedFailure(error, error.code ?? error.type, STATUSES);
}

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '');

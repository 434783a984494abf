import { RuntimeFailure } from '../../runtime.js';
import { statusFailure } from '../../runtimes/call-failure.js';
import type { RequestedCall } from '../../runtimes/steps.js';
import { refuseCallsBeyond } from '../../runtimes/tool-calls.js';
import { errorJson, EventCount, eventOf, reportedFailure, tokens } from '../event-parts.js';
import { lengthRefusal } from '../too-long.js';
import type { AnswerReader, ModelAnswer, ModelUsage, StopReason } from '../wire.js';
import { GeminiParts } from './gemini-parts.js';
import type { GeminiPart } from './gemini-request.js';

/** The fields of a `GenerateContentResponse` that we read. */
interface Chunk {
  readonly candidates?: readonly {
    readonly content?: { readonly parts?: readonly GeminiPart[] | null } | null;
    readonly finishReason?: string | null;
  }[];
  readonly promptFeedback?: { readonly blockReason?: string | null } | null;
  readonly usageMetadata?: UsageMetadata | null;
  readonly error?: unknown;
}

interface UsageMetadata {
  readonly promptTokenCount?: unknown;
  readonly cachedContentTokenCount?: unknown;
  /** Without the thoughts. */
  readonly candidatesTokenCount?: unknown;
  readonly thoughtsTokenCount?: unknown;
}

/** The reasons for which Google withholds an answer or its rest. */
const REFUSALS: ReadonlySet<string> = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'MODEL_ARMOR',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
]);
/** `CONTINUATION`: the limit of one request; the rest would be another request's answer. */
const LENGTHS: ReadonlySet<string> = new Set(['MAX_TOKENS', 'CONTINUATION']);
const UNSPECIFIED = 'FINISH_REASON_UNSPECIFIED';
/** Keeps anything but a vendor's constant out of messages. */
const CONSTANT = /^[A-Z_]{1,60}$/;

/** Reads the answer of `streamGenerateContent?alt=sse`: each event is a `GenerateContentResponse`. */
export class GeminiReader implements AnswerReader {
  /** No event says that it is the last: signatures and usage can follow the finish reason. */
  readonly isDone = false;
  private readonly events: EventCount;
  private readonly parts = new GeminiParts();
  private readonly calls: RequestedCall[] = [];
  private text = '';
  private metadata: UsageMetadata | undefined;
  private finish: string | undefined;

  constructor(maxParts: number) {
    this.events = new EventCount(maxParts);
  }

  readEvent(data: string): string {
    this.events.add();
    const { candidates, promptFeedback, usageMetadata, error }: Chunk = eventOf(data);
    if (usageMetadata) this.metadata = { ...this.metadata, ...usageMetadata };
    if (error !== undefined && error !== null) throw errorFailure(error);
    // A refused prompt has no candidates.
    if (promptFeedback?.blockReason) this.finish = 'SAFETY';
    const { content, finishReason } = candidates?.[0] ?? {};
    if (finishReason && finishReason !== UNSPECIFIED) this.finish = finishReason;
    const said = (content?.parts ?? []).map((part) => this.readPart(part)).join('');
    this.text += said;
    return said;
  }

  get isWriting(): boolean {
    return this.text !== '' || this.calls.length > 0;
  }

  get usage(): ModelUsage | undefined {
    if (!this.metadata) return undefined;
    const reasoningTokens = tokens(this.metadata.thoughtsTokenCount);
    return {
      inputTokens: tokens(this.metadata.promptTokenCount),
      cachedTokens: tokens(this.metadata.cachedContentTokenCount),
      cacheWriteTokens: 0,
      outputTokens: tokens(this.metadata.candidatesTokenCount) + reasoningTokens,
      reasoningTokens,
    };
  }

  end(): ModelAnswer {
    this.events.finish(this.finish !== undefined);
    const { text, usage } = this;
    const stop = this.stop();
    // The last call of an answer that was cut off or declined may be half a call.
    const calls = stop === 'calls' ? this.calls : [];
    return { text, calls, stop, ...(usage && { usage }), verbatim: this.parts.whole };
  }

  /** @returns its text, unless it is a thought's */
  private readPart(part: GeminiPart): string {
    this.parts.add(part);
    if (part.functionCall) this.addCall(part.functionCall);
    return part.thought === true ? '' : (part.text ?? '');
  }

  /** Models before Gemini 3 give no ids. */
  private addCall({ id, name = '', args = {} }: NonNullable<GeminiPart['functionCall']>): void {
    const made = `call_${this.calls.length + 1}`;
    refuseCallsBeyond(this.calls.push({ id: id ?? made, name, input: args }));
  }

  /** @throws RuntimeFailure when the answer ended by a fault, such as a call that Google could not read */
  private stop(): StopReason {
    const { finish = '' } = this;
    if (LENGTHS.has(finish)) return 'length';
    if (REFUSALS.has(finish)) return 'refusal';
    if (finish === 'STOP') return this.calls.length > 0 ? 'calls' : 'end';
    const reason = CONSTANT.test(finish) ? finish : 'unknown reason';
    throw new RuntimeFailure(`the model ended its answer by a fault (${reason})`, true);
  }
}

/** An error in the stream names the status that it would have had at its beginning. */
function errorFailure(error: unknown): RuntimeFailure {
  const { code } = (typeof error === 'object' ? error : {}) as { readonly code?: unknown };
  const isStatus = typeof code === 'number' && code >= 400 && code < 600;
  return isStatus
    ? statusFailure(code, undefined, lengthRefusal(code, errorJson(error)))
    : reportedFailure(error);
}

import { fieldsOf } from '../../../common/index.js';
import { RuntimeFailure } from '../../runtime.js';
import type { RequestedCall } from '../../runtimes/steps.js';
import { refuseCallsBeyond } from '../../runtimes/tool-calls.js';
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
import type { GeminiPart } from './gemini-request.js';

/**
 * The parts of the model's own message, as it takes them back. Pieces of text that came one after another are joined,
 * or each token would stay a part. A part with a signature stands for itself, an empty one too: Google forbids to join
 * it with another (ai.google.dev/gemini-api/docs/thought-signatures).
 */
class GeminiParts {
  private readonly parts: GeminiPart[] = [];
  /** Pieces of the text that is growing. */
  private pieces: string[] = [];
  private isThought = false;

  add(part: GeminiPart): void {
    if (!isPlainText(part)) {
      this.close();
      this.parts.push(part);
      return;
    }
    const isThought = part.thought === true;
    if (isThought !== this.isThought) this.close();
    this.isThought = isThought;
    this.pieces.push(part.text);
  }

  get whole(): readonly GeminiPart[] {
    this.close();
    return this.parts;
  }

  private close(): void {
    const text = this.pieces.join('');
    this.pieces = [];
    if (text !== '') this.parts.push({ text, ...(this.isThought && { thought: true }) });
  }
}

/** Whether it is text and, at most, marked as a thought. */
const isPlainText = (part: GeminiPart): part is GeminiPart & { readonly text: string } =>
  typeof part.text === 'string' && Object.keys(part).every((key) => key === 'text' || key === 'thought');

/** The fields of a `GenerateContentResponse` that we read. */
interface Chunk {
  readonly candidates?:
    | readonly ({
        readonly content?: { readonly parts?: readonly (GeminiPart | null)[] | null } | null;
        readonly finishReason?: string | null;
      } | null)[]
    | null;
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
  /** No event of Google's says that it is the last: signatures and usage can follow the finish reason. */
  isDone = false;
  private readonly events: EventCount;
  private readonly parts = new GeminiParts();
  private readonly calls: RequestedCall[] = [];
  private text = '';
  private metadata: UsageMetadata | undefined;
  private finish: string | undefined;

  constructor(maxParts: number) {
    this.events = new EventCount(maxParts);
  }

  readEvent(data: string, name?: string): string {
    this.isDone ||= isDoneMark(data);
    if (this.isDone) return '';
    this.events.add();
    const event: Chunk = eventOf(data);
    const { candidates, promptFeedback, usageMetadata, error } = event;
    if (usageMetadata) this.metadata = { ...this.metadata, ...usageMetadata };
    if (name === 'error' || (error !== undefined && error !== null)) throw reportedFailure(error ?? event);
    // A refused prompt has no candidates.
    if (promptFeedback?.blockReason) this.finish = 'SAFETY';
    const { content, finishReason } = candidates?.[0] ?? {};
    if (finishReason && finishReason !== UNSPECIFIED) this.finish = finishReason;
    const said = objectsIn(content?.parts)
      .map((part) => this.readPart(part))
      .join('');
    this.text += said;
    return said;
  }

  get isWriting(): boolean {
    return this.text !== '' || this.calls.length > 0;
  }

  get isAnswered(): boolean {
    return this.finish !== undefined;
  }

  get usage(): ModelUsage | undefined {
    if (!this.metadata) return undefined;
    const reasoningTokens = tokens(this.metadata.thoughtsTokenCount);
    return exactUsage({
      inputTokens: tokens(this.metadata.promptTokenCount),
      cachedTokens: tokens(this.metadata.cachedContentTokenCount),
      cacheWriteTokens: 0,
      outputTokens: tokens(this.metadata.candidatesTokenCount) + reasoningTokens,
      reasoningTokens,
    });
  }

  end(): ModelAnswer {
    this.events.finish(this.isAnswered);
    const { text, usage } = this;
    const stop = this.stop();
    // The last call of an answer that was cut off or declined may be half a call.
    const calls = stop === 'calls' ? this.calls : [];
    return { text, calls, stop, ...(usage && { usage }), verbatim: this.parts.whole };
  }

  /** @returns its text, unless it is a thought's */
  private readPart(part: GeminiPart): string {
    const { functionCall } = part;
    if (functionCall) {
      const args = argumentsOf(functionCall.args);
      this.addCall({ ...functionCall, args });
      this.parts.add({ ...part, functionCall: { ...functionCall, args: { ...fieldsOf(args) } } });
    } else this.parts.add(part);
    return part.thought === true ? '' : wordsOf(part.text);
  }

  /** Models before Gemini 3 give no ids. */
  private addCall({ id, name, args }: { id?: unknown; name?: unknown; args: unknown }): void {
    const made = ownCallId(this.calls.length);
    refuseCallsBeyond(this.calls.push({ id: wordsOf(id) || made, name: wordsOf(name), input: args }));
  }

  /** @throws RuntimeFailure when the answer ended by a fault, such as a call that Google could not read */
  private stop(): StopReason {
    const { finish = '' } = this;
    if (LENGTHS.has(finish)) return 'length';
    if (REFUSALS.has(finish)) return 'refusal';
    if (finish === 'STOP') return this.calls.length > 0 ? 'calls' : 'end';
    const reason = CONSTANT.test(finish) ? finish : 'unknown reason';
    throw new RuntimeFailure(`the model ended its answer with a fault (${reason})`, true);
  }
}

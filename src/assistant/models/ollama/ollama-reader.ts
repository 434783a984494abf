import { fieldsOf } from '../../../common/index.js';
import { RuntimeFailure } from '../../runtime.js';
import type { RequestedCall } from '../../runtimes/steps.js';
import { refuseCallsBeyond } from '../../runtimes/tool-calls.js';
import {
  argumentsOf,
  EventCount,
  eventOf,
  exactUsage,
  objectsIn,
  ownCallId,
  reportedFailure,
  tokens,
  wordsOf,
} from '../event-parts.js';
import { ThinkBlock } from '../turn/think-block.js';
import type { AnswerReader, ModelAnswer, ModelUsage, StopReason } from '../wire.js';
import type { OllamaCall, OllamaMessage } from './ollama-request.js';

/** The fields of a line that we read. The last line has `done: true`, its reason and the counts. */
interface Line {
  readonly message?: {
    readonly content?: unknown;
    readonly thinking?: unknown;
    readonly tool_calls?: readonly (OllamaCall | null)[] | null;
  } | null;
  readonly done?: boolean;
  readonly done_reason?: string;
  /** The tokens of the prompt as the model read it, which may be a part of ours. */
  readonly prompt_eval_count?: unknown;
  /** With the thinking, which is not counted apart. */
  readonly eval_count?: unknown;
  readonly error?: unknown;
}

/** Reads the answer of `/api/chat`: each line is a JSON object with a piece of the message. */
export class OllamaReader implements AnswerReader {
  private readonly events: EventCount;
  private readonly calls: RequestedCall[] = [];
  private readonly ownCalls: OllamaCall[] = [];
  private text = '';
  private readonly think = new ThinkBlock();
  private thinking = '';
  private last: Line | undefined;

  /** @param contextWindow the `num_ctx` of the request */
  constructor(
    maxParts: number,
    private readonly contextWindow = Infinity,
  ) {
    this.events = new EventCount(maxParts);
  }

  readEvent(data: string): string {
    this.events.add();
    const line: Line = eventOf(data);
    if (line.error !== undefined && line.error !== null) throw reportedFailure(line.error);
    if (line.done === true) this.last = line;
    const { content, thinking, tool_calls: calls } = line.message ?? {};
    this.thinking += wordsOf(thinking);
    for (const call of objectsIn(calls)) this.addCall(call);
    const said = this.think.push(wordsOf(content));
    this.text += said;
    return said;
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
    return this.last !== undefined;
  }

  get isAnswered(): boolean {
    return this.isDone;
  }

  get usage(): ModelUsage | undefined {
    if (!this.last) return undefined;
    return exactUsage({
      inputTokens: tokens(this.last.prompt_eval_count),
      cachedTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: tokens(this.last.eval_count),
      reasoningTokens: 0,
    });
  }

  end(): ModelAnswer {
    this.events.finish(this.isDone);
    this.rest();
    this.refuseCutPrompt();
    const { text, usage } = this;
    const stop = this.stop();
    // The last call of an answer that was cut off may be half a call.
    const calls = stop === 'calls' ? this.calls : [];
    return { text, calls, stop, ...(usage && { usage }), verbatim: this.message() };
  }

  /**
   * Older versions ignore `truncate`, and fill the whole window with the end of a prompt that is too long. Our prompt
   * leaves room for an answer, so a full window means that its beginning was cut off: the answer was given without the
   * instructions. A count below our estimate proves nothing, because the estimate is high and versions exist that leave
   * out what they had in their cache.
   * @throws RuntimeFailure
   */
  private refuseCutPrompt(): void {
    const read = tokens(this.last?.prompt_eval_count);
    if (Number.isNaN(read) || read < this.contextWindow) return;
    throw new RuntimeFailure('the prompt exceeded the context of the model, which read only its end', false);
  }

  private addCall(call: OllamaCall): void {
    const called = (call as Partial<OllamaCall>).function;
    const id = wordsOf(call.id) || ownCallId(this.ownCalls.length);
    const [name, input] = [wordsOf(called?.name), argumentsOf(called?.arguments)];
    this.ownCalls.push({ ...call, function: { ...called, name, arguments: fieldsOf(input) } });
    refuseCallsBeyond(this.calls.push({ id, name, input }));
  }

  private message(): OllamaMessage {
    const { thinking, ownCalls } = this;
    return {
      role: 'assistant',
      content: this.text,
      ...(thinking !== '' && { thinking }),
      ...(ownCalls.length > 0 && { tool_calls: ownCalls }),
    };
  }

  private stop(): StopReason {
    if (this.last?.done_reason === 'length') return 'length';
    return this.calls.length > 0 ? 'calls' : 'end';
  }
}

import type { ModelRequest } from '../../types.js';
import type { Json } from '../refusal.js';
import { type Answer, halves, type MadeCall, type Prompt, sse, type WrittenAnswer } from '../wire.js';

/** A `chat.completion`, or its chunks: role first, usage last when requested. */
export function writeChat(answer: Answer, { chat }: Prompt): WrittenAnswer {
  const completion = new Completion(answer, chat);
  const [role = {}, ...chunks] = completion.chunks();
  return {
    whole: completion.whole(),
    lead: [sse(role)],
    frames: chunks.map((chunk) => sse(chunk)),
    end: 'data: [DONE]\n\n',
  };
}

class Completion {
  private readonly created = Math.floor(Date.now() / 1000);

  constructor(
    private readonly answer: Answer,
    private readonly request: ModelRequest,
  ) {}

  whole(): Json {
    const { words, calls, reasoning } = this.answer;
    const message = {
      role: 'assistant',
      content: (this.isRefused ? '' : words.join('')) || null,
      ...(this.isRefused && { refusal: words.join('') }),
      ...(reasoning && { reasoning_content: reasoning.text }),
      ...(calls.length > 0 && { tool_calls: calls.map((call, index) => this.callJson(call, index)) }),
    };
    const choice = { index: 0, message, logprobs: null, finish_reason: this.finishReason };
    return { ...this.head('chat.completion'), choices: [choice], usage: this.usage };
  }

  chunks(): readonly Json[] {
    const { words, calls, reasoning } = this.answer;
    const deltas = [
      { role: 'assistant', content: words.length === 0 && calls.length > 0 ? null : '' },
      ...halves(reasoning?.text ?? '').map((part) => ({ reasoning_content: part })),
      ...words.map((word) => (this.isRefused ? { refusal: word } : { content: word })),
      ...calls.flatMap((call, index) => this.callDeltas(call, index)).map((each) => ({ tool_calls: [each] })),
    ];
    const chunks = deltas.map((delta) => this.chunk(delta, null));
    const usage = { ...this.head('chat.completion.chunk'), choices: [], usage: this.usage };
    const end = this.chunk({}, this.finishReason);
    return [...chunks, end, ...(this.request.stream_options?.include_usage ? [usage] : [])];
  }

  private get isRefused(): boolean {
    return this.answer.stop === 'refusal';
  }

  private get finishReason(): string {
    const reasons = { end: 'stop', calls: 'tool_calls', length: 'length', filter: 'content_filter' };
    // A refusal of the model itself ends like any other answer: only its field tells it.
    return this.answer.stop === 'refusal' ? 'stop' : reasons[this.answer.stop];
  }

  private get usage(): Json {
    const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = this.answer.usage;
    return {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
      prompt_tokens_details: { cached_tokens: cachedTokens },
      completion_tokens_details: { reasoning_tokens: reasoningTokens },
    };
  }

  private callJson({ id, name, arguments: input }: MadeCall, index: number): Json {
    return { id, type: 'function', function: { name, arguments: input }, ...this.signature(index) };
  }

  /** Puts the name first, then the arguments in two pieces, as real servers do. */
  private callDeltas({ id, name, arguments: input }: MadeCall, index: number): readonly Json[] {
    return [
      { index, id, type: 'function', function: { name, arguments: '' }, ...this.signature(index) },
      ...halves(input).map((part) => ({ index, function: { arguments: part } })),
    ];
  }

  /** Gemini signs the first of parallel calls. */
  private signature(index: number): Json {
    const { reasoning } = this.answer;
    if (!reasoning || index > 0) return {};
    return { extra_content: { google: { thought_signature: reasoning.signature } } };
  }

  private chunk(delta: Json, finishReason: string | null): Json {
    const choice = { index: 0, delta, logprobs: null, finish_reason: finishReason };
    // When usage is requested, every chunk has the field, but only the last one has a value.
    const usage = this.request.stream_options?.include_usage ? { usage: null } : {};
    return { ...this.head('chat.completion.chunk'), choices: [choice], ...usage };
  }

  private head(object: string): Json {
    const { number, model } = this.answer;
    return { id: `chatcmpl-${number}`, object, created: this.created, model };
  }
}

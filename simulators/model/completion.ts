import type { ModelReply, ModelRequest, ToolCall } from './types.js';

type Json = Readonly<Record<string, unknown>>;

/** One answer of the model, as a whole or in chunks. */
export class Completion {
  private readonly created = Math.floor(Date.now() / 1000);

  constructor(
    private readonly id: string,
    private readonly request: ModelRequest,
    private readonly reply: ModelReply,
  ) {}

  get text(): string {
    return typeof this.reply === 'string' ? this.reply : (this.reply.text ?? '');
  }

  /** Words with their leading spaces: short enough to show a stream, and joined they give the exact text. */
  get tokens(): readonly string[] {
    return this.text.match(/\s*\S+|\s+$/g) ?? [];
  }

  /** The `chat.completion` object. */
  whole(): Json {
    const { toolCalls } = this;
    const calls = toolCalls.length > 0 ? { tool_calls: toolCalls } : {};
    const message = { role: 'assistant', content: this.text || null, ...calls };
    const choice = { index: 0, message, logprobs: null, finish_reason: this.finishReason };
    return { ...this.head('chat.completion'), choices: [choice], usage: this.usage };
  }

  /** The `chat.completion.chunk` objects, role first, usage last when requested. */
  chunks(): readonly Json[] {
    const calls = this.toolCalls.flatMap((call, index) => splitCall(call, index));
    const deltas = [
      { role: 'assistant', content: this.text === '' && calls.length > 0 ? null : '' },
      ...this.tokens.map((content) => ({ content })),
      ...calls.map((each) => ({ tool_calls: [each] })),
    ];
    const chunks = deltas.map((delta) => this.chunk(delta, null));
    const usage = { ...this.head('chat.completion.chunk'), choices: [], usage: this.usage };
    const end = this.chunk({}, this.finishReason);
    return [...chunks, end, ...(this.request.stream_options?.include_usage ? [usage] : [])];
  }

  private get toolCalls(): readonly Json[] {
    const calls = typeof this.reply === 'string' ? [] : this.reply.toolCalls;
    return calls.map((call, index) => ({
      id: call.id ?? `call_${index + 1}`,
      type: 'function',
      function: { name: call.name, arguments: argumentText(call) },
    }));
  }

  private get finishReason(): string {
    return this.toolCalls.length > 0 ? 'tool_calls' : 'stop';
  }

  /** Counts words as an estimate of tokens. */
  private get usage(): Json {
    const prompt = JSON.stringify(this.request.messages).split(/\s+/).length;
    const completion = this.tokens.length;
    return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  }

  private chunk(delta: Json, finishReason: string | null): Json {
    const choice = { index: 0, delta, logprobs: null, finish_reason: finishReason };
    // When usage is requested, every chunk has the field, but only the last one has a value.
    const usage = this.request.stream_options?.include_usage ? { usage: null } : {};
    return { ...this.head('chat.completion.chunk'), choices: [choice], ...usage };
  }

  private head(object: string): Json {
    return { id: this.id, object, created: this.created, model: this.request.model ?? 'simulated' };
  }
}

const argumentText = (call: ToolCall): string =>
  typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);

/** Puts the name first, then the arguments in two pieces, as real servers do. */
function splitCall(call: Json, index: number): readonly Json[] {
  const { name, arguments: text } = call.function as { name: string; arguments: string };
  const middle = Math.ceil(text.length / 2);
  const pieces = [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== '');
  return [
    { index, id: call.id, type: 'function', function: { name, arguments: '' } },
    ...pieces.map((piece) => ({ index, function: { arguments: piece } })),
  ];
}

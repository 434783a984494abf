import { Injectable } from '@nestjs/common';
import type * as Sdk from 'ai';
import type { TextStreamPart, ToolSet } from 'ai';
import { instructionsOf } from '../envelope.js';
import { promptOf } from '../prompt.js';
import { type AssistantRuntime, RuntimeFailure, type TurnInput, type TurnPart } from '../runtime.js';
import { refuseCallsBeyond, ToolCalls } from '../tool-calls.js';
import { toRuntimeFailure } from './call-failure.js';
import { modelFetch } from './model-fetch.js';
import { toModelMessage } from './model-message.js';

/** Any model behind an OpenAI-compatible `/chat/completions`, streamed, with tool calls, through the AI SDK. */
@Injectable()
export class OpenAiCompatibleRuntime implements AssistantRuntime {
  readonly type = 'openai-compatible';
  /** Parts of an answer, each a token or two: the SDK keeps them all until it is over. */
  protected readonly maxParts: number = 100_000;

  async *run(input: TurnInput, signal: AbortSignal): AsyncGenerator<TurnPart> {
    const ending = new AbortController();
    const untilEnd = AbortSignal.any([signal, ending.signal]);
    const box = input.tools?.();
    const calls = box && new ToolCalls(box, untilEnd);
    const reading = new StreamReading(this.maxParts);
    try {
      for await (const part of await openStream(input, calls, calls?.signal ?? untilEnd))
        yield* reading.take(part);
    } catch (error) {
      calls?.throwIfBroken();
      throw toRuntimeFailure(error, signal);
    } finally {
      // The SDK would go on reading, and calling tools.
      ending.abort();
    }
    // Half an answer must not pass for a whole one: a stream that was cut has no reason to finish.
    if (!reading.isFinished) throw new RuntimeFailure('the model broke off its answer', true);
  }
}

/** Turns what the SDK tells of the steps of an answer into our parts. */
class StreamReading {
  isFinished = false;
  private hasCalled = false;
  private parts = 0;
  private asked = 0;

  constructor(private readonly maxParts: number) {}

  /** @throws RuntimeFailure when the model does not come to an end; what the SDK reports */
  *take(part: TextStreamPart<ToolSet>): Generator<TurnPart> {
    if (++this.parts > this.maxParts)
      throw new RuntimeFailure(`the model's answer came in more than ${this.maxParts} parts`, false);
    switch (part.type) {
      case 'text-delta':
        yield { kind: 'text', text: part.text };
        break;
      case 'tool-call':
        refuseCallsBeyond(++this.asked);
        this.hasCalled = true;
        break;
      case 'finish-step':
        yield* this.stepEnd(part.usage);
        break;
      case 'finish':
        this.isFinished = part.finishReason !== 'error' && part.rawFinishReason !== undefined;
        break;
      case 'error':
        throw part.error;
      case 'abort':
        throw new RuntimeFailure('the model call was stopped', true);
    }
  }

  private *stepEnd(usage: { inputTokens?: number; outputTokens?: number }): Generator<TurnPart> {
    const { inputTokens, outputTokens } = usage;
    if (inputTokens !== undefined || outputTokens !== undefined)
      yield { kind: 'usage', inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
    if (this.hasCalled) yield { kind: 'tools-called' };
    this.hasCalled = false;
  }
}

/** The SDK is loaded with the first turn: a gateway without a model neither waits for it nor holds it in memory. */
async function openStream(input: TurnInput, calls: ToolCalls | undefined, signal: AbortSignal) {
  const [sdk, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ]);
  const { baseUrl = '', apiKey, model = '', headers } = input.agent.runtime;
  const provider = createOpenAICompatible({
    name: input.agent.id,
    baseURL: baseUrl,
    apiKey,
    headers: { ...headers },
    includeUsage: true,
    fetch: modelFetch,
  });
  return sdk.streamText({
    model: provider(model),
    instructions: instructionsOf(input),
    messages: promptOf(input).map(toModelMessage),
    ...(calls ? toolOptions(sdk, calls) : {}),
    abortSignal: signal,
    // Retrying is the job queue's: it is durable, keeps the order and shows.
    maxRetries: 0,
    onError: () => undefined,
  }).stream;
}

function toolOptions({ tool, jsonSchema, stepCountIs }: typeof Sdk, calls: ToolCalls) {
  const tools: ToolSet = Object.fromEntries(
    calls.definitions.map(({ name, description, inputSchema }) => [
      name,
      tool({
        description,
        // The SDK keeps what is no object out of the next request: servers fail on it.
        inputSchema: jsonSchema(inputSchema, { validate: mustBeObject }),
        execute: (input: unknown) => calls.call(name, input),
        toModelOutput: ({ output }) =>
          output.ok
            ? { type: 'text', value: JSON.stringify(output.value ?? null) }
            : { type: 'error-text', value: output.error },
      }),
    ]),
  );
  return {
    tools,
    // Effects happen in the order the model gave them.
    toolCallConcurrency: 1,
    // One step more than may call tools: the model's last word, for which it has none.
    stopWhen: stepCountIs(calls.maxSteps + 1),
    prepareStep: ({ stepNumber }: { stepNumber: number }) =>
      stepNumber < calls.maxSteps ? {} : { activeTools: [] },
  };
}

function mustBeObject(value: unknown) {
  return typeof value === 'object' && value !== null
    ? { success: true as const, value }
    : { success: false as const, error: new Error('the arguments must be a JSON object') };
}

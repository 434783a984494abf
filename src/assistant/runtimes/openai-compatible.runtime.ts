import { Injectable } from '@nestjs/common';
import type { ModelMessage } from 'ai';
import { instructionsOf } from '../envelope.js';
import { promptOf } from '../prompt.js';
import { type AssistantRuntime, RuntimeFailure, type TurnInput, type TurnPart } from '../runtime.js';
import { toRuntimeFailure } from './openai-failure.js';

/** Any model behind an OpenAI-compatible `/chat/completions`, streamed, through the AI SDK. */
@Injectable()
export class OpenAiCompatibleRuntime implements AssistantRuntime {
  readonly type = 'openai-compatible';

  async *run(input: TurnInput, signal: AbortSignal): AsyncGenerator<TurnPart> {
    let isFinished = false;
    try {
      for await (const part of await openStream(input, signal)) {
        if (part.type === 'text-delta') yield { kind: 'text', text: part.text };
        if (part.type === 'error') throw part.error;
        if (part.type === 'abort') throw new RuntimeFailure('the model call was stopped', true);
        if (part.type === 'finish')
          isFinished = part.finishReason !== 'error' && part.rawFinishReason !== undefined;
      }
    } catch (error) {
      throw toRuntimeFailure(error, signal);
    }
    // Half an answer must not pass for a whole one: a stream that was cut has no reason to finish.
    if (!isFinished) throw new RuntimeFailure('the model broke off its answer', true);
  }
}

/** The SDK is loaded with the first turn: a gateway without a model neither waits for it nor holds it in memory. */
async function openStream(input: TurnInput, signal: AbortSignal) {
  const { agent } = input;
  const [{ streamText }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ]);
  const { baseUrl = '', apiKey, model = '', headers } = agent.runtime;
  const provider = createOpenAICompatible({
    name: agent.id,
    baseURL: baseUrl,
    apiKey,
    headers: { ...headers },
  });
  const messages = promptOf(input).map(({ role, text }): ModelMessage => ({ role, content: text }));
  return streamText({
    model: provider(model),
    instructions: instructionsOf(input),
    messages,
    abortSignal: signal,
    // Retrying is the job queue's: it is durable, keeps the order and shows.
    maxRetries: 0,
    onError: () => undefined,
  }).stream;
}

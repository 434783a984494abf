import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type AssistantRuntime, RuntimeFailure, type TurnInput, type TurnPart } from '../../runtime.js';
import { readEventStream } from '../event-stream.js';
import { RefusedImages } from '../refused-images.js';
import { ServiceClient } from '../service-client.js';
import { type Step, type StepAnswer, takeSteps } from '../steps.js';
import { chatRequest } from './chat-request.js';
import { ChatStream } from './chat-stream.js';

/** A token comes in some 300 bytes of JSON: more than the longest answer models give. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/** How servers refuse an image: damaged, of another format, too large, or for a model without images. */
const REFUSED = new Set([400, 404, 413, 415, 422]);

/** Any model behind an OpenAI-compatible `/chat/completions`, streamed, with tool calls (ADR 0043). */
@Injectable()
export class OpenAiCompatibleRuntime implements AssistantRuntime, OnApplicationShutdown {
  readonly type = 'openai-compatible';
  /** Parts of an answer, each a token or two. */
  protected readonly maxParts: number = 100_000;
  private readonly models = new ServiceClient('the model', MAX_ANSWER_BYTES);
  private readonly images = new RefusedImages();

  run(input: TurnInput, signal: AbortSignal): AsyncGenerator<TurnPart> {
    return takeSteps(input.tools?.(), signal, (step) => this.step(input, step, signal));
  }

  onApplicationShutdown(): Promise<void> {
    return this.models.close();
  }

  /** A refused request is made once more without the images that may be the reason. */
  private async *step(
    input: TurnInput,
    step: Step,
    signal: AbortSignal,
  ): AsyncGenerator<TurnPart, StepAnswer> {
    const shown = this.images.showable(input);
    try {
      const answer = yield* this.ask(shown, step, signal);
      this.images.taken(shown);
      return answer;
    } catch (error) {
      const isRefused = error instanceof RuntimeFailure && REFUSED.has(error.status ?? 0);
      const rest = isRefused ? this.images.without(shown) : undefined;
      if (!rest) throw error;
      const answer = yield* this.ask(rest, step, signal);
      this.images.refused(shown);
      return answer;
    }
  }

  private async *ask(
    input: TurnInput,
    step: Step,
    signal: AbortSignal,
  ): AsyncGenerator<TurnPart, StepAnswer> {
    const { baseUrl = '', apiKey, headers: custom } = input.agent.runtime;
    const call = {
      url: `${baseUrl.replace(/\/$/, '')}/chat/completions`,
      // An operator's own Authorization takes precedence: some servers want another scheme.
      custom: { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }), ...custom },
      headers: { accept: 'text/event-stream' },
      body: chatRequest(input, step),
    };
    const { chunks } = await this.models.post(call, signal);
    const stream = new ChatStream(this.maxParts);
    for await (const events of readEventStream(chunks)) {
      const text = events.map(({ data }) => stream.take(data)).join('');
      if (text !== '') yield { kind: 'text', text };
      if (stream.isDone) break;
    }
    const answer = stream.end();
    yield* stream.cost();
    return answer;
  }
}

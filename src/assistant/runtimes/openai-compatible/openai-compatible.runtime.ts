import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type AssistantRuntime, RuntimeFailure, type TurnInput, type TurnPart } from '../../runtime.js';
import type { ResponseBody } from '../response-stream.js';
import { EventStreamDecoder } from '../event-stream-decoder.js';
import { RefusedImages } from '../refused-images.js';
import { ServiceClient } from '../service-client.js';
import { type Step, type StepAnswer, takeSteps } from '../steps.js';
import { chatRequest } from './chat-request.js';
import { ChatStream } from './chat-stream.js';

/** A token takes some 300 bytes of JSON; this is more than the longest answer of any model. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/**
 * The statuses by which servers refuse an image: it is damaged, too large or of another format, or the model takes
 * none.
 */
const REFUSED = new Set([400, 404, 413, 415, 422]);

/** Any model behind an OpenAI-compatible `/chat/completions`, streamed, with tool calls (ADR 0043). */
@Injectable()
export class OpenAiCompatibleRuntime implements AssistantRuntime, OnApplicationShutdown {
  readonly type = 'openai-compatible';
  /** The most parts of an answer, each a token or two. */
  protected readonly maxParts: number = 100_000;
  private readonly models = new ServiceClient('the model', MAX_ANSWER_BYTES);
  private readonly images = new RefusedImages();

  run(input: TurnInput, signal: AbortSignal): AsyncGenerator<TurnPart> {
    return takeSteps(input.tools?.(), signal, (step) => this.step(input, step, signal));
  }

  onApplicationShutdown(): Promise<void> {
    return this.models.close();
  }

  private async *step(
    input: TurnInput,
    step: Step,
    signal: AbortSignal,
  ): AsyncGenerator<TurnPart, StepAnswer> {
    const shown = this.images.showable(input);
    const { body, isReduced } = await this.ask(shown, step, signal);
    const stream = new ChatStream(this.maxParts);
    const events = new EventStreamDecoder();
    try {
      while (!stream.isDone) {
        const bytes = await body.read();
        if (!bytes) break;
        let text = '';
        for (const { data } of events.decode(bytes)) text += stream.readEvent(data);
        if (text !== '') yield { kind: 'text', text };
      }
    } finally {
      body.leave();
    }
    const answer = stream.end();
    if (isReduced) this.images.refused(shown);
    else this.images.taken(shown);
    const { cost } = stream;
    if (cost) yield cost;
    return answer;
  }

  /** Makes a refused request once more, without the images that may be the reason. */
  private async ask(
    shown: TurnInput,
    step: Step,
    signal: AbortSignal,
  ): Promise<{ readonly body: ResponseBody; readonly isReduced: boolean }> {
    try {
      return { body: await this.post(shown, step, signal), isReduced: false };
    } catch (error) {
      const isRefused = error instanceof RuntimeFailure && REFUSED.has(error.status ?? 0);
      const rest = isRefused ? this.images.without(shown) : undefined;
      if (!rest) throw error;
      return { body: await this.post(rest, step, signal), isReduced: true };
    }
  }

  private async post(input: TurnInput, step: Step, signal: AbortSignal): Promise<ResponseBody> {
    const { baseUrl = '', apiKey, headers: custom } = input.agent.runtime;
    const call = {
      url: `${baseUrl.replace(/\/$/, '')}/chat/completions`,
      // An operator's own Authorization takes precedence: some servers want another scheme.
      custom: { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }), ...custom },
      headers: { accept: 'text/event-stream' },
      body: chatRequest(input, step),
    };
    const { body } = await this.models.post(call, signal);
    return body;
  }
}

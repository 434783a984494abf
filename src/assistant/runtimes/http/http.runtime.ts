import { createHmac } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { AgentSettings, AssistantRuntime, RuntimeFailure, TurnInput, TurnPart } from '../../runtime.js';
import { refuseCallsBeyond } from '../tool-calls.js';
import { wholeText } from '../response-stream.js';
import { ServiceClient } from '../service-client.js';
import { DEFAULT_MAX_OUTPUT_TOKENS, type ModelUsage } from '../../models/wire.js';
import { requestTokens } from '../../models/turn/context-window.js';
import {
  type MeteredCall,
  type PlannedCall,
  traceHeader,
  UNMETERED,
  UNUSED,
  type UsageMeter,
} from '../../usage/usage-meter.js';
import { toRuntimeFailure } from '../call-failure.js';
import { type RequestedCall, type Step, type StepAnswer, takeSteps } from '../steps.js';
import { type AnswerPart, readEvents, readJson } from './http-answer.js';
import { turnJson } from './http-turn.js';
import { exactUsage } from '../../models/event-parts.js';
import { estimateTokens } from '../../prompt/token-estimate.js';
import { usageOfFailure } from '../../usage/failed-usage.js';

/** Settles one call of a service: by the usage it reports, else by our estimate of its answer. */
class ServiceUsage {
  private said = '';
  private reported: ModelUsage | undefined;

  constructor(
    private readonly planned: PlannedCall,
    private readonly metered: MeteredCall,
  ) {}

  /** The text that has arrived. */
  get text(): string {
    return this.said;
  }

  count(part: AnswerPart): void {
    if (part.kind === 'text') this.said += part.text;
    if (part.kind !== 'usage') return;
    const { inputTokens, outputTokens } = part;
    const counts = { inputTokens: Math.ceil(inputTokens), outputTokens: Math.ceil(outputTokens) };
    this.reported = exactUsage({ ...UNUSED, ...counts });
  }

  end(): void {
    const { reported } = this;
    if (reported) this.metered.settle({ outcome: 'answered', usage: reported });
    else this.metered.settle({ outcome: 'answered', usage: this.estimate(), isEstimate: true });
  }

  /** A report that came before the failure counts. @param error absent when no one wants the rest of the answer */
  fail(error?: unknown, failure?: RuntimeFailure): void {
    this.metered.settle({ outcome: 'failed', usage: this.reported ?? usageOfFailure(error), failure });
  }

  /** A service is the operator's own: one that reports nothing is not charged with the longest answer. */
  private estimate(): ModelUsage {
    const inputTokens = this.planned.inputTokens();
    return { ...UNUSED, inputTokens, outputTokens: estimateTokens(this.said) };
  }
}

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

interface ServiceCall {
  readonly agent: AgentSettings;
  /** The same for every attempt of the same step. */
  readonly idempotencyKey: string;
  readonly metered: MeteredCall;
  readonly body: string;
}

/** A service of the operator's own that speaks our JSON (docs/guide/http-runtime.md). */
export class HttpRuntime implements AssistantRuntime, OnApplicationShutdown {
  readonly type = 'http';
  private readonly services = new ServiceClient('the service', MAX_ANSWER_BYTES);

  constructor(private readonly meter: UsageMeter = UNMETERED) {}

  run(input: TurnInput, signal: AbortSignal): AsyncGenerator<TurnPart> {
    return takeSteps(input.tools?.(), signal, (step) => this.step(input, step, signal));
  }

  onApplicationShutdown(): Promise<void> {
    return this.services.close();
  }

  private async *step(
    input: TurnInput,
    step: Step,
    signal: AbortSignal,
  ): AsyncGenerator<TurnPart, StepAnswer> {
    const idempotencyKey = `${input.turnId}.${step.past.length + 1}`;
    const body = turnJson(input, step);
    const planned = {
      input,
      inputTokens: () => requestTokens(input, step),
      maxOutputTokens: DEFAULT_MAX_OUTPUT_TOKENS,
    };
    const metered = await this.meter.reserve(planned, signal);
    const answer = new ServiceUsage(planned, metered);
    const call = { agent: input.agent, idempotencyKey, metered, body };
    const calls: RequestedCall[] = [];
    try {
      for await (const part of await this.callService(call, signal)) {
        answer.count(part);
        if (part.kind === 'call') refuseCallsBeyond(calls.push(part.call));
        else yield part;
      }
      answer.end();
    } catch (error) {
      const failure = toRuntimeFailure(error, signal);
      answer.fail(error, failure);
      throw failure;
    } finally {
      answer.fail();
    }
    return { text: answer.text, calls };
  }

  private async callService(
    { agent, idempotencyKey, metered, body }: ServiceCall,
    signal: AbortSignal,
  ): Promise<AsyncIterable<AnswerPart> | Iterable<AnswerPart>> {
    const { baseUrl: url = '', apiKey, headers: custom } = agent.runtime;
    const headers = {
      accept: 'application/json, text/event-stream',
      'idempotency-key': idempotencyKey,
      ...traceHeader(metered),
      ...signatureHeaders(apiKey, body, Date.now()),
    };
    const answer = await this.services.post({ url, custom, headers, body }, signal);
    if (/^text\/event-stream\b/i.test(answer.type)) return readEvents(answer.body);
    return [...readJson(await wholeText(answer.body))];
  }
}

/**
 * The headers that prove that a call is ours and when it was made: HMAC-SHA256 with the agent's key over version,
 * timestamp (epoch seconds) and the bytes of the body, joined by colons. Without a key there are none.
 */
function signatureHeaders(
  key: string | undefined,
  body: string,
  nowMs: number,
): Readonly<Record<string, string>> {
  if (key === undefined) return {};
  const timestamp = String(Math.floor(nowMs / 1000));
  const digest = createHmac('sha256', key).update(`v1:${timestamp}:${body}`).digest('hex');
  return { 'x-gatehouse-timestamp': timestamp, 'x-gatehouse-signature': `v1=${digest}` };
}

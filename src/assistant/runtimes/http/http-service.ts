import { Agent, type Dispatcher, request } from 'undici';
import { VERSION } from '../../../common/index.js';
import { type AgentSettings, RuntimeFailure } from '../../runtime.js';
import { statusFailure } from '../call-failure.js';
import { type AnswerPart, readEvents, readJson } from './http-answer.js';
import { signatureHeaders } from './http-signature.js';

const CONNECT_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Of a refusal's body, so that the connection can be used again. */
const MAX_REFUSAL_BYTES = 64 * 1024;

export interface ServiceCall {
  readonly agent: AgentSettings;
  /** The same for every try of the same step. */
  readonly idempotencyKey: string;
  readonly body: string;
}

/** The connection to agents' services: signs, follows no redirect, takes no endless answer, logs nothing. */
export class HttpServices {
  private agent: Agent | undefined;

  /** @throws RuntimeFailure, and what undici throws when the line or the signal ends the call. */
  async *ask(call: ServiceCall, signal: AbortSignal): AsyncGenerator<AnswerPart> {
    const { baseUrl = '' } = call.agent.runtime;
    const { statusCode, headers, body } = await request(baseUrl, this.optionsOf(call, signal));
    if (statusCode !== 200) {
      await body.dump({ limit: MAX_REFUSAL_BYTES, signal });
      throw statusFailure(statusCode, first(headers['retry-after']));
    }
    const type = first(headers['content-type']) ?? '';
    try {
      if (/^text\/event-stream\b/i.test(type)) yield* readEvents(body);
      else yield* [...readJson(await body.text())];
    } catch (error) {
      throw isTooLarge(error) ? tooLarge() : error;
    }
  }

  /** Cuts what is under way and frees the connections. */
  async close(): Promise<void> {
    const { agent } = this;
    this.agent = undefined;
    await agent?.destroy();
  }

  private optionsOf({ agent, idempotencyKey, body }: ServiceCall, signal: AbortSignal) {
    const { apiKey, headers } = agent.runtime;
    this.agent ??= newAgent();
    return {
      method: 'POST' as const,
      dispatcher: this.agent as Dispatcher,
      signal,
      body,
      headers: {
        ...lowerCase(headers ?? {}),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'user-agent': `gatehouse/${VERSION}`,
        'idempotency-key': idempotencyKey,
        ...signatureHeaders(apiKey, body, Date.now()),
      },
    };
  }
}

function newAgent(): Agent {
  return new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    // The turn has its own time-out, and an agent may rightly think for minutes.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: MAX_ANSWER_BYTES,
  });
}

const isTooLarge = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';

const tooLarge = (): RuntimeFailure =>
  new RuntimeFailure(`the service's answer is larger than ${MAX_ANSWER_BYTES} bytes`, false);

/** The operator's own headers stand unless they are ours to set. */
const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const first = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

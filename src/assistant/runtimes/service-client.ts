import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { VERSION } from '../../common/index.js';
import { RuntimeFailure } from '../runtime.js';
import { statusFailure } from './call-failure.js';

const CONNECT_TIMEOUT_MS = 10_000;
/** Bytes read of a body that is of no use, so that the connection can be used again. */
const MAX_UNUSED_BYTES = 64 * 1024;
/** How long the line may take to end once the answer is complete, ms. */
const END_MS = 1_000;

export interface ServicePost {
  readonly url: string;
  /** Names in any case; the operator's own. */
  readonly custom?: Readonly<Record<string, string>>;
  /** Names in lower case; they stand over the operator's. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ServiceAnswer {
  /** The content type; empty when none was given. */
  readonly type: string;
  /** @throws RuntimeFailure when more comes than is taken; what undici throws when the line or the signal ends it. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** The connections to agents' models and services: follows no redirect, takes no endless answer, logs nothing. */
export class ServiceClient {
  private agent: Agent | undefined;

  constructor(
    /** In messages: "the model", "the service". */
    private readonly noun: string,
    private readonly maxAnswerBytes: number,
  ) {}

  /** @throws RuntimeFailure for any status but 200, and what undici throws when the line or the signal ends the call. */
  async post({ url, custom = {}, headers, body }: ServicePost, signal: AbortSignal): Promise<ServiceAnswer> {
    this.agent ??= this.newAgent();
    const answer = await request(url, {
      method: 'POST',
      dispatcher: this.agent,
      signal,
      body,
      headers: {
        ...lowerCase(custom),
        'content-type': 'application/json',
        'user-agent': `gatehouse/${VERSION}`,
        ...headers,
      },
    });
    if (answer.statusCode !== 200) {
      await answer.body.dump({ limit: MAX_UNUSED_BYTES, signal });
      throw statusFailure(answer.statusCode, first(answer.headers['retry-after']));
    }
    return { type: first(answer.headers['content-type']) ?? '', chunks: this.bounded(answer.body) };
  }

  /** Cuts what is under way and frees the connections. */
  async close(): Promise<void> {
    const { agent } = this;
    this.agent = undefined;
    await agent?.destroy();
  }

  private newAgent(): Agent {
    return new Agent({
      connect: { timeout: CONNECT_TIMEOUT_MS },
      // The turn has its own time-out, and an agent may rightly think for minutes.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: this.maxAnswerBytes,
    });
  }

  private async *bounded(body: Readable): AsyncGenerator<Uint8Array> {
    try {
      yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    } catch (error) {
      if ((error as { code?: unknown } | undefined)?.code !== 'UND_ERR_RES_EXCEEDED_MAX_SIZE') throw error;
      throw new RuntimeFailure(`${this.noun}'s answer is larger than ${this.maxAnswerBytes} bytes`, false);
    } finally {
      readRest(body);
    }
  }
}

/**
 * Reads on where the reader of an answer has left: a stream says that it is complete before the line says so, and a
 * connection that is cut in between is made anew for each call. A line that goes on is cut.
 */
function readRest(body: Readable): void {
  if (body.destroyed) return;
  const cut = () => void body.destroy();
  const timer = setTimeout(cut, END_MS).unref();
  let left = MAX_UNUSED_BYTES;
  body
    .on('error', () => undefined)
    .on('close', () => clearTimeout(timer))
    .on('data', ({ length }: Uint8Array) => {
      if ((left -= length) < 0) cut();
    })
    .resume();
}

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const first = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

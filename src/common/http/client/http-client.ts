import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import { parseJson } from '../../json.js';
import { CallLimit } from './call-limit.js';
import { ABORTED_BEFORE, type HttpCall, type HttpOutcome } from './http-call.js';
import { type HttpStreamOutcome, streamOf, type StreamTime } from './http-stream.js';
import { AnswerTooLarge, WholeCall } from './whole-call.js';

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const BEGINNING_CHARS = 16 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
const JSON_TYPE = ['content-type', 'application/json'];
const FORM = ['content-type', 'application/x-www-form-urlencoded;charset=UTF-8'];

export interface HttpClientOptions {
  /** The largest answer that is read as a whole; 4 MiB when unset. */
  readonly maxAnswerBytes?: number;
  /** How long a connection may take, ms; 10 s when unset. */
  readonly connectTimeoutMs?: number;
  /** Finds the addresses of a host's name, or pins them; the system's when unset. */
  readonly lookup?: LookupFunction | undefined;
}

/**
 * Calls of a messaging service. A call is never repeated and never redirected: the caller decides how to continue.
 * Never throws, copes with bodies that are not JSON, and puts nothing of headers or bodies into a text.
 */
export class HttpClient {
  private readonly maxBytes: number;
  private readonly connectTimeoutMs: number;
  private readonly lookup: LookupFunction | undefined;
  private agent: Agent | undefined;
  private openConnections = 0;
  private endings = 0;

  constructor({
    maxAnswerBytes = MAX_ANSWER_BYTES,
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    lookup,
  }: HttpClientOptions = {}) {
    this.maxBytes = maxAnswerBytes;
    this.connectTimeoutMs = connectTimeoutMs;
    this.lookup = lookup;
  }

  /**
   * How often the last open connection has ended, or a new one failed. The same number twice means that the service has
   * run on in between.
   */
  get interruptions(): number {
    return this.endings;
  }

  async exchange(call: HttpCall): Promise<HttpOutcome> {
    if (call.signal?.aborted) return ABORTED_BEFORE;
    const whole = new WholeCall(this.maxBytes);
    const limit = new CallLimit(call.timeoutMs, call.signal, () => whole.abort(new Error('aborted')));
    try {
      const { status, headers, text, error } = await whole.answer(this.dispatcher, optionsOf(call));
      if (!error) return { kind: 'answered', status, headers, json: parseJson(text)?.value };
      const beginning = error instanceof AnswerTooLarge ? { beginning: text.slice(0, BEGINNING_CHARS) } : {};
      const broken = limit.breakOf(error);
      return { kind: 'answered', status, headers, json: undefined, broken, ...beginning };
    } catch (error) {
      return limit.faultOf(error);
    } finally {
      limit.clear();
    }
  }

  /** The same for answers of any size. */
  async open(call: HttpCall, time: StreamTime = 'each-piece'): Promise<HttpStreamOutcome> {
    if (call.signal?.aborted) return ABORTED_BEFORE;
    const controller = new AbortController();
    const limit = new CallLimit(call.timeoutMs, call.signal, () => controller.abort());
    try {
      const { origin, path, ...options } = optionsOf(call);
      const own = { dispatcher: this.dispatcher, signal: controller.signal };
      const answer = await request(`${origin}${path}`, { ...options, ...own });
      if (time === 'each-piece') limit.pause();
      const { statusCode: status, headers } = answer;
      const stream = streamOf(answer, { limit, time, maxBytes: this.maxBytes });
      return { kind: 'answered', status, headers, stream };
    } catch (error) {
      limit.clear();
      return limit.faultOf(error);
    }
  }

  /** Cuts off calls in progress and frees the connections; a later call opens new ones. */
  async close(): Promise<void> {
    const { agent } = this;
    this.agent = undefined;
    await agent?.destroy();
  }

  private get dispatcher(): Agent {
    return (this.agent ??= this.newAgent());
  }

  private newAgent(): Agent {
    const agent = new Agent({
      connect: { timeout: this.connectTimeoutMs, ...(this.lookup && { lookup: this.lookup }) },
      // Every call has its own time-out, and a send may take minutes.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    agent.on('connect', () => this.openConnections++);
    agent.on('disconnect', () => {
      if (--this.openConnections === 0) this.endings++;
    });
    agent.on('connectionError', () => this.endings++);
    return agent;
  }
}

type Options = Dispatcher.DispatchOptions & { readonly origin: string };

/** @throws TypeError for an invalid URL */
function optionsOf({ url, method, headers = {}, body, json }: HttpCall): Options {
  const { origin, path } = typeof url === 'string' ? splitUrl(new URL(url)) : url;
  if (json)
    return { origin, path, method, headers: [...flat(headers), ...JSON_TYPE], body: JSON.stringify(json) };
  if (!(body instanceof URLSearchParams)) return { origin, path, method, headers: headers as Headers, body };
  return { origin, path, method, headers: [...flat(headers), ...FORM], body: body.toString() };
}

type Headers = Record<string, string> | string[];

const splitUrl = ({ origin, pathname, search }: URL) => ({ origin, path: pathname + search });

const flat = (headers: NonNullable<HttpCall['headers']>): readonly string[] =>
  Array.isArray(headers) ? (headers as readonly string[]) : Object.entries(headers).flat();

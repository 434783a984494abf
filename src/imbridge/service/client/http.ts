import { Agent, type Dispatcher, request } from 'undici';
import { errorText } from '../../../common/index.js';
import { formOf, type UploadForm } from './form.js';
import { parseJson, recordOf, textOf } from './json.js';
import type { BridgeFailure, BridgeResult, DownloadResult, FileStream } from './result.js';
import { redactor, refusalText } from './safe-text.js';
import { type WholeAnswer, WholeCall, wholeText } from './whole-answer.js';

const API_PREFIX = '/api/v1';
/** Names and values alternate, which is the form that costs undici least. */
const HEADERS = ['accept', 'application/json'];
const JSON_HEADERS = [...HEADERS, 'content-type', 'application/json'];
const CONNECT_TIMEOUT_MS = 10_000;

/** Connection failures in which no byte of the request was sent. */
const NOT_WRITTEN =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_.*|ERR_TLS_.*|ERR_SSL_.*|SELF_SIGNED.*|DEPTH_ZERO.*|UNABLE_TO.*)$/;

export interface BridgeCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/v1`, percent-encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Sent as JSON. */
  readonly body?: object;
  /** Replaces `body`. */
  readonly form?: UploadForm;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface BridgeAddress {
  readonly serverUrl: string;
  readonly password: string;
  /** Further secrets that must never appear in a text (the webhook secret). */
  readonly secrets?: readonly string[];
}

/**
 * The only place that knows the bridge's base URL and password. Never throws, follows no redirect, copes with bodies
 * that are not JSON, and lets no secret into any text it returns.
 */
export class BridgeHttp {
  readonly redact: (text: string) => string;
  private readonly baseUrl: string;
  private base: Base | undefined;
  private agent: Agent | undefined;
  private openConnections = 0;
  private endings = 0;
  private offsetMs: number | undefined;
  private lastDate = '';

  constructor(private readonly address: BridgeAddress) {
    this.baseUrl = address.serverUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, '') + API_PREFIX;
    this.redact = redactor(address.password, ...(address.secrets ?? []));
  }

  /** The bridge's clock minus ours, ms, from its last answer (whole seconds); undefined before the first one. */
  get clockOffsetMs(): number | undefined {
    return this.offsetMs;
  }

  /**
   * How often the last open connection has ended, or a new one failed. The same number twice means that the bridge has
   * run on in between.
   */
  get interruptions(): number {
    return this.endings;
  }

  async call(call: BridgeCall): Promise<BridgeResult> {
    if (call.signal?.aborted) return failed(ABORTED_BEFORE);
    const whole = new WholeCall();
    const ends = new CallDeadline(call.timeoutMs, call.signal, () => whole.abort(new Error('aborted')));
    try {
      return this.read(await whole.answer(this.dispatcher, this.optionsOf(call)));
    } catch (error) {
      return failed(this.failureOf(error, ends));
    } finally {
      ends.clear();
    }
  }

  /** A streamed file, which must be read or cancelled. The time-out of the call applies until its end. */
  async download(call: BridgeCall): Promise<DownloadResult> {
    if (call.signal?.aborted) return failed(ABORTED_BEFORE);
    const controller = new AbortController();
    const ends = new CallDeadline(call.timeoutMs, call.signal, () => controller.abort());
    try {
      return await this.file(call, ends, controller.signal);
    } catch (error) {
      ends.clear();
      return failed(this.failureOf(error, ends));
    }
  }

  private async file(call: BridgeCall, ends: CallDeadline, signal: AbortSignal): Promise<DownloadResult> {
    const { origin, path, ...options } = this.optionsOf(call);
    const response = await request(`${origin}${path}`, { ...options, dispatcher: this.dispatcher, signal });
    if (response.statusCode === 200) return { ok: true, data: this.fileIn(response, ends) };
    const text = await wholeText(response);
    ends.clear();
    const refusal = this.read({ status: response.statusCode, headers: response.headers, text });
    return refusal.ok ? failed({ kind: 'interrupted', how: 'cut-off', detail: 'no file' }) : refusal;
  }

  private fileIn({ body, headers }: Dispatcher.ResponseData, ends: CallDeadline): FileStream {
    const stated = Number(headers['content-length'] ?? NaN);
    // Keeps an error from being unhandled, because the time-out may pass between two reads.
    body.once('error', () => undefined).once('close', () => ends.clear());
    return {
      bytes: Number.isNaN(stated) ? undefined : stated,
      chunks: this.piecesOf(body, ends),
      leave: () => void body.destroy(),
    };
  }

  private async *piecesOf(body: AsyncIterable<Uint8Array>, ends: CallDeadline): AsyncGenerator<Uint8Array> {
    let failure: BridgeFailure | undefined;
    try {
      yield* body;
    } catch (error) {
      failure = this.failureOf(error, ends);
    }
    if (failure) throw new Error(failure.detail);
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
      connect: { timeout: CONNECT_TIMEOUT_MS },
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

  private optionsOf(call: BridgeCall): CallOptions {
    const { method, body, form } = call;
    const path = this.pathOf(call);
    const { origin } = this.place;
    if (form) {
      const { headers, body: bytes } = formOf(form);
      return { origin, path, method, headers: [...HEADERS, ...Object.entries(headers).flat()], body: bytes };
    }
    if (!body) return { origin, path, method, headers: HEADERS };
    return { origin, path, method, headers: JSON_HEADERS, body: JSON.stringify(body) };
  }

  private pathOf({ path, query }: BridgeCall): string {
    const { prefix, credentials } = this.place;
    let parameters = '';
    for (const [name, value] of Object.entries(query ?? {}))
      parameters += `${name}=${encodeURIComponent(value)}&`;
    return `${prefix}${path}?${parameters}${credentials}`;
  }

  private get place(): Base {
    return (this.base ??= this.placeOf(new URL(this.baseUrl)));
  }

  private placeOf({ origin, pathname }: URL): Base {
    return { origin, prefix: pathname, credentials: `password=${encodeURIComponent(this.address.password)}` };
  }

  private read({ status, headers, text }: WholeAnswer): BridgeResult {
    const envelope = recordOf(parseJson(text)?.value);
    const fromBridge = typeof envelope?.status === 'number' && typeof envelope.message === 'string';
    if (fromBridge) this.noteClock(headers.date);
    if (fromBridge && status >= 200 && status < 300) return { ok: true, data: envelope.data };
    const error = recordOf(envelope?.error);
    const reason = textOf(error?.message) ?? '';
    return failed({
      kind: 'refused',
      status,
      fromBridge,
      reason,
      data: envelope?.data,
      ...retryAfter(headers['retry-after']),
      detail: this.redact(refusalText(status, fromBridge, textOf(error?.type), reason)),
    });
  }

  /** Parses only a new date; all answers within a second have the same one. */
  private noteClock(date = ''): void {
    if (date === this.lastDate) return;
    this.lastDate = date;
    const theirs = Date.parse(date);
    if (!Number.isNaN(theirs)) this.offsetMs = theirs - Date.now();
  }

  private failureOf(error: unknown, ends: CallDeadline): BridgeFailure {
    if (ends.reached !== undefined) {
      return {
        kind: 'interrupted',
        how: ends.reached,
        detail: ends.reached === 'timeout' ? 'no answer in time' : 'aborted',
      };
    }
    const { code, syscall } = (error ?? {}) as { readonly code?: unknown; readonly syscall?: unknown };
    const name = typeof code === 'string' ? code : 'failure';
    const detail = this.redact(`${name}: ${errorText(error)}`);
    return NOT_WRITTEN.test(name) || syscall === 'connect'
      ? { kind: 'unreachable', detail }
      : { kind: 'interrupted', how: 'cut-off', detail };
  }
}

/** The parts of every call's URL. */
interface Base {
  readonly origin: string;
  readonly prefix: string;
  readonly credentials: string;
}

type CallOptions = Dispatcher.DispatchOptions & { readonly origin: string };

interface Failed {
  readonly ok: false;
  readonly failure: BridgeFailure;
}
const failed = (failure: BridgeFailure): Failed => ({ ok: false, failure });

const ABORTED_BEFORE: BridgeFailure = { kind: 'unreachable', detail: 'aborted before the call' };

function retryAfter(header: string | string[] | undefined): { retryAfterMs?: number } {
  const seconds = Number(header);
  return header !== undefined && seconds >= 0 ? { retryAfterMs: seconds * 1000 } : {};
}

/** Ends a call at its time-out or its caller's abort, and remembers which of them it was. */
class CallDeadline {
  reached: 'timeout' | 'aborted' | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(
    ms: number,
    private readonly caller: AbortSignal | undefined,
    private readonly cut: () => void,
  ) {
    this.timer = setTimeout(() => this.end('timeout'), ms);
    caller?.addEventListener('abort', this.onAbort, { once: true });
  }

  clear(): void {
    clearTimeout(this.timer);
    this.caller?.removeEventListener('abort', this.onAbort);
  }

  private readonly onAbort = (): void => this.end('aborted');

  private end(how: 'timeout' | 'aborted'): void {
    this.reached ??= how;
    this.cut();
  }
}

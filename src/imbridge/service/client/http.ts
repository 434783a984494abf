import type { LookupFunction } from 'node:net';
import { errorText } from '../../../common/index.js';
import {
  codeOf,
  HttpClient,
  type HttpAnswer,
  type HttpCall,
  type HttpFault,
  type HttpHeaders,
  recordOf,
  retryAfterMs,
  textOf,
} from '../../../channels/kit/index.js';
import { formOf, type UploadForm } from './form.js';
import type { BridgeFailure, BridgeResult, DownloadResult } from './result.js';
import { redactor, refusalText } from './safe-text.js';

const API_PREFIX = '/api/v1';
const HEADERS = ['accept', 'application/json'];
/** A page of 500 messages is about 1 MB; a larger answer is not from a bridge. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

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
  /** See HttpClientOptions. */
  readonly lookup?: LookupFunction;
}

/**
 * The only place that knows the bridge's base URL and password. Never throws, follows no redirect, copes with bodies
 * that are not JSON, and lets no secret into any text it returns.
 */
export class BridgeHttp {
  readonly redact: (text: string) => string;
  private readonly client: HttpClient;
  private readonly baseUrl: string;
  private known: Base | undefined;
  private offsetMs: number | undefined;
  private lastDate = '';

  constructor(private readonly address: BridgeAddress) {
    this.baseUrl = address.serverUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, '') + API_PREFIX;
    this.client = new HttpClient({ maxAnswerBytes: MAX_ANSWER_BYTES, lookup: address.lookup });
    this.redact = redactor(address.password, ...(address.secrets ?? []));
  }

  /** The bridge's clock minus ours, ms, from its last answer (whole seconds); undefined before the first one. */
  get clockOffsetMs(): number | undefined {
    return this.offsetMs;
  }

  /** See HttpClient. */
  get interruptions(): number {
    return this.client.interruptions;
  }

  async call(call: BridgeCall): Promise<BridgeResult> {
    const outcome = await this.client.exchange(this.callOf(call));
    if (outcome.kind !== 'answered') return failed(this.failureOf(outcome));
    return outcome.broken ? failed(this.failureOf(outcome.broken)) : this.read(outcome);
  }

  /** A streamed file, which must be read or cancelled. The time-out of the call applies until its end. */
  async download(call: BridgeCall): Promise<DownloadResult> {
    const outcome = await this.client.open(this.callOf(call), 'whole');
    if (outcome.kind !== 'answered') return failed(this.failureOf(outcome));
    const { status, headers, stream } = outcome;
    if (status === 200) return { ok: true, data: stream };
    const refusal = this.read({ status, headers, json: await stream.json() });
    return refusal.ok ? failed({ kind: 'interrupted', how: 'cut-off', detail: 'no file' }) : refusal;
  }

  /** See HttpClient. */
  close(): Promise<void> {
    return this.client.close();
  }

  private callOf(call: BridgeCall): HttpCall {
    const { method, body, form, timeoutMs, signal } = call;
    const url = { origin: this.base.origin, path: this.pathOf(call) };
    const own = { url, method, timeoutMs, signal };
    if (!form) return { ...own, headers: HEADERS, json: body };
    const { headers, body: bytes } = formOf(form);
    return { ...own, headers: [...HEADERS, ...Object.entries(headers).flat()], body: bytes };
  }

  private pathOf({ path, query }: BridgeCall): string {
    const { prefix, credentials } = this.base;
    let parameters = '';
    for (const [name, value] of Object.entries(query ?? {}))
      parameters += `${name}=${encodeURIComponent(value)}&`;
    return `${prefix}${path}?${parameters}${credentials}`;
  }

  private get base(): Base {
    return (this.known ??= this.baseOf(new URL(this.baseUrl)));
  }

  private baseOf({ origin, pathname }: URL): Base {
    return { origin, prefix: pathname, credentials: `password=${encodeURIComponent(this.address.password)}` };
  }

  private read({ status, headers, json }: Pick<HttpAnswer, 'status' | 'headers' | 'json'>): BridgeResult {
    const envelope = recordOf(json);
    const fromBridge = typeof envelope?.status === 'number' && typeof envelope.message === 'string';
    if (fromBridge) this.noteClock(String(headers.date ?? ''));
    if (fromBridge && status >= 200 && status < 300) return { ok: true, data: envelope.data };
    const error = recordOf(envelope?.error);
    const reason = textOf(error?.message) ?? '';
    return failed({
      kind: 'refused',
      status,
      fromBridge,
      reason,
      data: envelope?.data,
      ...retryAfter(headers),
      detail: this.redact(refusalText(status, fromBridge, textOf(error?.type), reason)),
    });
  }

  /** Parses only a new date; all answers within a second have the same one. */
  private noteClock(date: string): void {
    if (date === this.lastDate) return;
    this.lastDate = date;
    const theirs = Date.parse(date);
    if (!Number.isNaN(theirs)) this.offsetMs = theirs - Date.now();
  }

  /** Adds the text of the error to its code, without our secrets. */
  private failureOf({ error, ...fault }: HttpFault): BridgeFailure {
    if (error === undefined) return fault;
    const code = codeOf(error);
    const detail = this.redact(`${code ?? 'failure'}: ${errorText(error)}`);
    return { ...fault, detail, ...(code === undefined ? {} : { code }) };
  }
}

/** The parts of every call's URL. */
interface Base {
  readonly origin: string;
  readonly prefix: string;
  readonly credentials: string;
}

interface Failed {
  readonly ok: false;
  readonly failure: BridgeFailure;
}
const failed = (failure: BridgeFailure): Failed => ({ ok: false, failure });

function retryAfter(headers: HttpHeaders): { retryAfterMs?: number } {
  const ms = retryAfterMs(headers, Date.now());
  return ms === undefined ? {} : { retryAfterMs: ms };
}

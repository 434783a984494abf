import type { LookupFunction } from 'node:net';
import { errorText } from '../../../common/index.js';
import {
  codeOf,
  type HttpAnswer,
  type HttpCall,
  HttpClient,
  type HttpFault,
  type HttpHeaders,
  recordOf,
  retryAfterMs,
  textOf,
} from '../../../channels/kit/index.js';
import { formOf, type UploadForm } from './form.js';
import type { BridgeFailure, BridgeResult, DownloadResult } from './result.js';

/** Texts of the bridge that cannot contain parts of a message, so that operators may see them in full. */
const PLAIN_REASON =
  /^(iMessage Private API|Missing server password|Unauthorized|Failed to send (message|attachment)!|Attachment not provided|Icon not provided|The [A-Za-z]+ (field|must|may)|(Chat|Message|Attachment|Webhook|Selected message) does not exist|Invalid webhook event|A '?[a-z]+'? is required)/i;

const SECRET_PARAMETER = /\b(guid|password|token)=[^&\s"'#]*/gi;
const MAX_TEXT = 300;

/**
 * Makes any text safe for a log or an operator: removes the given secrets in every encoding we use, and the values of
 * all query parameters that carry credentials on this wire (wire 6.3 row 41). Cuts it to 300 characters.
 */
function redactor(...secrets: readonly string[]): (text: string) => string {
  const spellings = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret), encodeURI(secret)])
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let safe = text.replace(SECRET_PARAMETER, '$1=***');
    for (const spelling of spellings) safe = safe.replaceAll(spelling, '***');
    return safe.length > MAX_TEXT ? `${safe.slice(0, MAX_TEXT)}…` : safe;
  };
}

/** An AppleScript error may quote the message, so of a text that we do not know only its number is kept. */
function refusalText(status: number, fromBridge: boolean, type = 'error', reason = ''): string {
  if (!fromBridge) return `HTTP ${status}, not from the bridge`;
  if (PLAIN_REASON.test(reason)) return `HTTP ${status} ${type}: ${reason}`;
  const appleScript = /\((-\d+)\)/.exec(reason)?.[1];
  return `HTTP ${status} ${type}${appleScript === undefined ? '' : ` (AppleScript ${appleScript})`}`;
}

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

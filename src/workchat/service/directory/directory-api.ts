import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, VERSION } from '../../../common/index.js';
import {
  fieldsOf,
  type HttpFault,
  type HttpOutcome,
  type HttpStream,
  type JsonRecord,
  parseJson,
  recordOf,
  recordsOf,
  textOf,
  urlBelow,
} from '../../../channels/kit/index.js';
import { exchange, type PlatformCall } from '../http.js';
import { openStream } from '../http.js';
import { askedPauseMs } from '../http.js';
import type { AccessTokens } from '../tokens/access-tokens.js';
import { NoToken } from '../tokens/token-source.js';
import { leavesItsPath } from '../../ids/id.js';
import { DirectoryFailure, failureOf, PageTooLarge } from './directory-failure.js';

type Answered = Extract<HttpOutcome, { kind: 'answered' }>;

const CALL_MS = 30_000;
/** A longer list counts as unread, because the missing entry may be in the rest. */
const MAX_PAGES = 50;
/** The longest pause to wait for within a call; the caller handles longer ones. */
const PATIENCE_MS = 5_000;
const MAX_TRIES = 3;
/** The maximum share of the pause that is added at random, so that throttled calls do not all return at once. */
const JITTER = 0.25;

export interface DirectoryPage {
  readonly entries: readonly JsonRecord[];
  /** The directory's clock minus ours, ms, with a precision of a second. */
  readonly aheadMs: number;
}

/** The bytes, or an address on another host; the caller decides whether that host gets a token (wire 5.6, 6). */
export type DirectoryContent =
  | { readonly kind: 'bytes'; readonly stream: HttpStream }
  | { readonly kind: 'elsewhere'; readonly url: string };

export interface DirectoryWrite {
  readonly method: 'POST' | 'PUT';
  /** Below the API's version, with its query. */
  readonly path: string;
  /** JsonRecord are sent as JSON. */
  readonly body: JsonRecord | Uint8Array;
  /** Content type of bytes. */
  readonly contentType?: string;
  /** Default `v1.0`; a few calls exist only in `beta` (wire 5.4). */
  readonly version?: 'beta';
}

/**
 * The directory API (wire 5.4 to 5.6) as the app itself; one for each account, so that all callers share its token and
 * its pauses. Every call has a time-out and ends with the caller's signal; all throw only `DirectoryFailure` for faults
 * of the remote side. Permissions are not known in advance: a 403 shows a missing one.
 */
export class DirectoryApi {
  private readonly base: URL;
  private pausedUntil = 0;

  constructor(
    graphUrl: string,
    private readonly tokens: AccessTokens,
    private readonly clock: Clock,
  ) {
    this.base = new URL(graphUrl);
  }

  /** @param path below the API's version, with its query, as in all methods here */
  async one(path: string, signal?: AbortSignal): Promise<JsonRecord> {
    const { json } = await this.get(this.urlOf(path), signal);
    return recordOf(json) ?? unreadable();
  }

  /** The pages of a list, each fetched when it is needed. @throws PageTooLarge */
  pages(path: string, signal?: AbortSignal): AsyncGenerator<DirectoryPage, void> {
    return this.pagesFrom(this.urlOf(path), signal);
  }

  /** The pages after one that was too large. */
  async *pagesFrom(url: string, signal?: AbortSignal): AsyncGenerator<DirectoryPage, void> {
    let next: string | undefined = url;
    for (let count = 0; next !== undefined; count += 1) {
      if (count === MAX_PAGES) throw new DirectoryFailure('too-long', `more than ${MAX_PAGES} pages`);
      const answer: Answered = await this.get(next, signal);
      const fields = fieldsOf(answer.json);
      if (!Array.isArray(fields.value)) unreadable();
      yield { entries: recordsOf(fields.value), aheadMs: this.aheadMs(answer) };
      next = this.nextOf(fields['@odata.nextLink']);
    }
  }

  /** The caller reads or cancels the stream, with its own size limit. */
  async content(path: string, signal?: AbortSignal): Promise<DirectoryContent> {
    const url = this.urlOf(path);
    const opened = await this.patiently({ method: 'GET', signal }, async (headers) => {
      const reply = await openStream({ url, method: 'GET', headers, signal, timeoutMs: CALL_MS });
      if (reply.kind !== 'answered' || reply.status === 200 || isRedirect(reply.status)) return reply;
      return { ...reply, json: await reply.stream.json() };
    });
    if ('json' in opened) throw failureOf(opened.status, opened.json);
    if (!isRedirect(opened.status)) return { kind: 'bytes', stream: opened.stream };
    opened.stream.cancel();
    return { kind: 'elsewhere', url: textOf(opened.headers.location) ?? unreadable() };
  }

  /**
   * Repeats only calls that were temporarily refused, because an interrupted one may have succeeded.
   * @returns the fields of the answer; empty without a body
   */
  async write(write: DirectoryWrite, signal?: AbortSignal): Promise<JsonRecord> {
    const { method, path, body, version } = write;
    const isBytes = body instanceof Uint8Array;
    const type = isBytes ? (write.contentType ?? 'application/octet-stream') : 'application/json';
    const answer = await this.send(
      { url: this.urlOf(path, version), method, body: isBytes ? body : JSON.stringify(body) },
      { 'content-type': type },
      signal,
    );
    if (answer.status < 200 || answer.status > 299) throw failureOf(answer.status, answer.json);
    return fieldsOf(answer.json);
  }

  private urlOf(path: string, version = 'v1.0'): string {
    if (leavesItsPath(path))
      throw new DirectoryFailure('absent', 'an id is . or .., which a path cannot contain');
    return urlBelow(this.base.href, `${version}/${path}`);
  }

  /** The token is sent only to the configured host, whatever a link contains (wire 5.5). */
  private nextOf(link: unknown): string | undefined {
    if (link === undefined || link === null) return undefined;
    const url = URL.parse(textOf(link) ?? '');
    if (url?.origin !== this.base.origin || url.username !== '')
      throw new DirectoryFailure('rejected', 'the next page is on another host');
    return url.href;
  }

  private async get(url: string, signal: AbortSignal | undefined): Promise<Answered> {
    const answer = await this.send({ url, method: 'GET' }, {}, signal);
    if (answer.status !== 200) throw failureOf(answer.status, answer.json);
    if (answer.beginning !== undefined) throw new PageTooLarge(this.nextOf(linkIn(answer.beginning)));
    return answer;
  }

  private send(
    call: Pick<PlatformCall, 'url' | 'method' | 'body'>,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<Answered> {
    return this.patiently({ method: call.method, signal }, (own) =>
      exchange({ ...call, headers: { ...headers, ...own }, timeoutMs: CALL_MS, signal }),
    );
  }

  /** Retries a temporary refusal while the wait is short. */
  private async patiently<T extends Pick<Answered, 'kind' | 'status' | 'headers'>>(
    { method, signal }: Pick<PlatformCall, 'method' | 'signal'>,
    tryIt: (headers: Readonly<Record<string, string>>) => Promise<T | HttpFault>,
  ): Promise<T> {
    let isRenewed = false;
    for (let tries = 1; ; tries += 1) {
      await this.waitOut(signal);
      const token = await this.token();
      const outcome = await tryIt({ authorization: `Bearer ${token}`, 'user-agent': `gatehouse/${VERSION}` });
      if (outcome.kind !== 'answered') throw new DirectoryFailure('unreachable', outcome.detail);
      const mayPassAnew: boolean = this.isTokenSpent(token, outcome) && !isRenewed;
      isRenewed ||= mayPassAnew;
      if (!(this.hasPaused(outcome) || mayPassAnew) || tries === MAX_TRIES) return outcome;
      // After a 503 the call may have succeeded anyway.
      if (outcome.status === 503 && method !== 'GET') return outcome;
    }
  }

  /**
   * Whether a new token could help: a token may be revoked before its expiry, and a permission may be granted after its
   * issue.
   */
  private isTokenSpent(token: string, { status }: Pick<Answered, 'status'>): boolean {
    if (status === 401) this.tokens.drop(this.base.origin, token);
    return status === 401 || (status === 403 && this.tokens.outdate(this.base.origin, token));
  }

  private hasPaused({ status, headers }: Pick<Answered, 'status' | 'headers'>): boolean {
    if (status !== 429 && status !== 503) return false;
    const until = this.clock.elapsed() + askedPauseMs(headers, this.clock.now());
    this.pausedUntil = Math.max(this.pausedUntil, until);
    return true;
  }

  /** Waits until the end of a pause that the directory requested. */
  private async waitOut(signal: AbortSignal | undefined): Promise<void> {
    const waitMs = this.pausedUntil - this.clock.elapsed();
    if (waitMs <= 0) return;
    if (waitMs > PATIENCE_MS) throw new DirectoryFailure('throttled', 'the directory limits requests');
    await pause(waitMs * (1 + Math.random() * JITTER), undefined, signal ? { signal } : {}).catch(() => {
      throw new DirectoryFailure('throttled', 'the directory limits requests');
    });
  }

  private async token(): Promise<string> {
    try {
      return await this.tokens.get(this.base.origin);
    } catch (error) {
      if (!(error instanceof NoToken)) throw error;
      throw new DirectoryFailure(error.kind === 'refused' ? 'unauthorised' : 'unreachable', error.message);
    }
  }

  private aheadMs({ headers }: Answered): number {
    const theirs = Date.parse(String(headers.date ?? ''));
    return Number.isNaN(theirs) ? 0 : theirs - this.clock.now();
  }
}

/** Quotes a text for `$filter` (wire 10, row 30). */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The link to the next page, which precedes the entries. */
function linkIn(beginning: string): unknown {
  const [, link] =
    /"@odata\.nextLink"\s{0,9}:\s{0,9}("[^"\\]{1,8000}")/.exec(
      beginning.split(/"value"\s{0,9}:/, 1)[0] ?? '',
    ) ?? [];
  return link === undefined ? undefined : parseJson(link)?.value;
}

const isRedirect = (status: number): boolean => status >= 301 && status <= 308 && status !== 304;

function unreadable(): never {
  throw new DirectoryFailure('unreachable', 'the response cannot be read');
}

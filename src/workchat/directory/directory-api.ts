import { type Clock, VERSION } from '../../common/index.js';
import { exchange, type HttpOutcome } from '../service/exchange.js';
import { askedPauseMs } from '../service/pause.js';
import type { AccessTokens } from '../tokens/access-tokens.js';
import { NoToken } from '../tokens/token-source.js';
import { type Fields, fieldsOf, recordOf, recordsOf, textOf } from '../wire/json.js';

type Answered = Extract<HttpOutcome, { kind: 'answered' }>;

const CALL_MS = 15_000;
/** A list that is longer counts as not read: what is missing in its beginning may stand in the rest. */
const MAX_PAGES = 50;

/**
 * Why the directory tells nothing. `later`: nothing is wrong with the question. All others stay as they are until a
 * person does something: a permission is missing, there is no such thing, the question is not taken, the list too long.
 */
export class DirectoryFailure extends Error {
  constructor(
    readonly kind: 'later' | 'denied' | 'absent' | 'rejected' | 'too-long',
    message: string,
  ) {
    super(message);
  }

  get isPassing(): boolean {
    return this.kind === 'later';
  }
}

export interface DirectoryWrite {
  readonly method: 'POST' | 'PUT';
  /** Below the API's version, with its query. */
  readonly path: string;
  /** Fields go as JSON. */
  readonly body: Fields | Uint8Array;
  /** Of bytes. */
  readonly contentType?: string;
  /** `v1.0` unless told; a few calls exist in `beta` only (wire 5.4). */
  readonly version?: 'beta';
}

export interface DirectoryPage {
  readonly entries: readonly Fields[];
  /** How far the directory's clock is ahead of ours, ms; to the second, as its answer said. */
  readonly aheadMs: number;
}

/**
 * The directory API (wire 5.5, 5.6), read only, as the app itself. Every call has a time-out; once it asked for a pause
 * nothing is asked until that is over. Permissions are tried, not known: 403 is how a missing one looks.
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

  /** @param path below the API's version, with its query. @throws DirectoryFailure */
  async one(path: string, signal?: AbortSignal): Promise<Fields> {
    const { json } = await this.get(this.urlOf(path), signal);
    return recordOf(json) ?? unreadable();
  }

  /** The pages of a list, fetched as they are taken. @throws DirectoryFailure */
  async *pages(path: string, signal?: AbortSignal): AsyncGenerator<DirectoryPage, void> {
    let next: string | undefined = this.urlOf(path);
    for (let count = 0; next !== undefined; count += 1) {
      if (count === MAX_PAGES) throw new DirectoryFailure('too-long', `more than ${MAX_PAGES} pages`);
      const answer: Answered = await this.get(next, signal);
      const fields = fieldsOf(answer.json);
      if (!Array.isArray(fields.value)) unreadable();
      yield { entries: recordsOf(fields.value), aheadMs: this.aheadMs(answer) };
      next = this.nextOf(fields['@odata.nextLink']);
    }
  }

  async write(write: DirectoryWrite, signal?: AbortSignal): Promise<Fields> {
    const { method, path, body, version } = write;
    const isBytes = body instanceof Uint8Array;
    const token = await this.token();
    const type = isBytes ? (write.contentType ?? 'application/octet-stream') : 'application/json';
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const call = { url: this.urlOf(path, version), method, headers, timeoutMs: CALL_MS };
    const outcome = await exchange({
      ...call,
      body: isBytes ? body : JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
    if (outcome.kind !== 'answered') throw later(outcome.detail);
    if (outcome.status < 200 || outcome.status > 299) throw failureOf(outcome);
    return fieldsOf(outcome.json);
  }

  private urlOf(path: string, version = 'v1.0'): string {
    return `${this.base.href.replace(/\/+$/, '')}/${version}/${path}`;
  }

  /** The token goes to no host but the configured one, whatever a link says (wire 5.5). */
  private nextOf(link: unknown): string | undefined {
    if (link === undefined || link === null) return undefined;
    const url = URL.parse(textOf(link) ?? '');
    if (url?.origin !== this.base.origin || url.username !== '')
      throw new DirectoryFailure('rejected', 'the next page is on another host');
    return url.href;
  }

  private async get(url: string, signal: AbortSignal | undefined): Promise<Answered> {
    const { clock } = this;
    if (clock.now() < this.pausedUntil) throw later('the directory wants a pause');
    const token = await this.token();
    const headers = { authorization: `Bearer ${token}`, 'user-agent': `gatehouse/${VERSION}` };
    const call = { url, method: 'GET', headers, timeoutMs: CALL_MS } as const;
    const outcome = await exchange(signal ? { ...call, signal } : call);
    if (outcome.kind !== 'answered') throw later(outcome.detail);
    if (outcome.status === 200) return outcome;
    if (outcome.status === 401) this.tokens.drop(this.base.origin, token);
    if (outcome.status === 429 || outcome.status === 503)
      this.pausedUntil = clock.now() + askedPauseMs(outcome.headers, clock.now());
    throw failureOf(outcome);
  }

  private async token(): Promise<string> {
    try {
      return await this.tokens.get(this.base.origin);
    } catch (error) {
      if (!(error instanceof NoToken)) throw error;
      throw new DirectoryFailure(error.kind === 'refused' ? 'rejected' : 'later', error.message);
    }
  }

  private aheadMs({ headers }: Answered): number {
    const theirs = Date.parse(headers.get('date') ?? '');
    return Number.isNaN(theirs) ? 0 : theirs - this.clock.now();
  }
}

/** A text in `$filter`, quoted so that it stays one (wire 10, row 30). */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const later = (detail: string) => new DirectoryFailure('later', detail);

function unreadable(): never {
  throw later('the answer can not be read');
}

function failureOf(outcome: Answered): DirectoryFailure {
  const { status, json } = outcome;
  const code = textOf(fieldsOf(fieldsOf(json).error).code) ?? '';
  const detail = `HTTP ${status}${/^[\w.-]{1,64}$/.test(code) ? ` ${code}` : ''}`;
  if (status === 403) return new DirectoryFailure('denied', detail);
  if (status === 404) return new DirectoryFailure('absent', detail);
  const isLasting = status >= 300 && status < 500 && ![401, 408, 409, 412, 423, 429].includes(status);
  return new DirectoryFailure(isLasting ? 'rejected' : 'later', detail);
}

import { CLI_AGENT } from '../../config/process/cli-agent.js';
import { type ApiFailure, CliFailure, EXIT, GatewaySilentError } from '../failure.js';
import { type GatewayLocation, notRunning } from './gateway-location.js';
import type { User } from './answers.js';
import { readFileSync } from 'node:fs';

/** A deep status waits for the services behind the gateway. */
const TIMEOUT_MS = 30_000;
const PAGE = 200;

export type Query = Readonly<Record<string, string | undefined>>;

/** All items of a list, from all its pages. */
export interface FullList<T> {
  readonly items: readonly T[];
  readonly next_cursor: null;
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

/** Further headers, and the end of an answer without end. */
interface Follow {
  readonly more?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

interface Streamed {
  readonly more: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Makes the call a POST. */
  readonly body?: object | undefined;
}

/** Calls `/admin/v1` of the running gateway. Every method throws CliFailure with a message for the operator. */
export class AdminClient {
  constructor(
    private readonly location: GatewayLocation,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  /** The address of a page of this gateway. */
  addressOf(path: string): string {
    return this.location.url + path;
  }

  /** Resolves with any answer; a process that works gives one at once. It needs no token, and is given none. */
  async ping(): Promise<void> {
    const response = await this.request('/healthz', { redirect: 'manual' });
    await response.body?.cancel();
  }

  /** Why the gateway is not ready; undefined when it is. It needs no token. Never throws. */
  async unreadiness(): Promise<string | undefined> {
    try {
      const response = await this.request('/readyz', { redirect: 'manual' });
      const text = await response.text();
      return response.ok ? undefined : `it answered ${response.status} ${text}`.slice(0, 200);
    } catch (error) {
      return (error as Error).message;
    }
  }

  get<T>(path: string, query: Query = {}): Promise<T> {
    return this.call<T>('GET', `${path}${queryText(query)}`);
  }

  /** The same, until the signal aborts. */
  look<T>(path: string, signal: AbortSignal): Promise<T> {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(this.timeoutMs)]);
    return this.call<T>('GET', path, undefined, { signal: ends });
  }

  post<T>(path: string, body?: object): Promise<T> {
    return this.call<T>('POST', path, body);
  }

  patch<T>(path: string, body: object): Promise<T> {
    return this.call<T>('PATCH', path, body);
  }

  put<T>(path: string, body: object): Promise<T> {
    return this.call<T>('PUT', path, body);
  }

  /** Deletes what its answer then describes. */
  remove<T>(path: string): Promise<T> {
    return this.call<T>('DELETE', path);
  }

  async delete(path: string): Promise<void> {
    await this.send('DELETE', path);
  }

  /** A list without pages, whose route refuses a query. */
  whole<T>(path: string): Promise<FullList<T>> {
    return this.get(path);
  }

  /**
   * @param most the maximum number of items; all when left out
   * @param isWanted chooses among the items of the pages
   */
  async list<T>(
    path: string,
    query: Query = {},
    most = Infinity,
    isWanted: (item: T) => boolean = () => true,
  ): Promise<FullList<T>> {
    const items: T[] = [];
    let cursor: string | undefined;
    do {
      const limit = String(Math.min(PAGE, most - items.length));
      const page = await this.get<Page<T>>(path, { ...query, limit, cursor });
      items.push(...page.items.filter(isWanted));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined && items.length < most);
    return { items, next_cursor: null };
  }

  /**
   * An answer without end, piece by piece. Ends quietly when the signal aborts or the gateway ends it.
   * @throws CliFailure when it does not begin
   */
  async *stream(path: string, { more, signal, body }: Streamed) {
    const method = body ? 'POST' : 'GET';
    const response = await this.fetch(method, path, body, { more, signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (!response) return;
    if (response.status === 401) throw tokenRefused(this.location.url);
    if (!response.ok) throw refused(response.status, parse(await response.text()));
    try {
      for await (const bytes of response.body ?? []) yield bytes as Uint8Array;
    } catch (error) {
      if (!signal.aborted) throw this.unreachable(error);
    }
  }

  private async call<T>(method: string, path: string, body?: object, follow?: Follow): Promise<T> {
    const answer = await this.send(method, path, body, follow);
    if (answer === undefined)
      throw new CliFailure(`the answer of ${this.location.url} is not from a gateway`);
    return answer as T;
  }

  /** @returns the body, parsed; undefined when there is none */
  private async send(method: string, path: string, body?: object, follow?: Follow): Promise<unknown> {
    const response = await this.fetch(method, path, body, follow);
    const answer = parse(await response.text());
    if (response.status === 401) throw tokenRefused(this.location.url);
    if (!response.ok) throw refused(response.status, answer);
    return answer;
  }

  /** Refuses redirects: the token is for this gateway only. */
  private fetch(
    method: string,
    path: string,
    body?: object,
    { more = {}, signal }: Follow = {},
  ): Promise<Response> {
    const type = body && { 'content-type': 'application/json' };
    const headers = { authorization: `Bearer ${this.location.token}`, ...type, ...more };
    const init = { method, headers, redirect: 'error', body: body && JSON.stringify(body) } as const;
    return this.request(`/admin/v1${path}`, { ...init, ...(signal && { signal }) });
  }

  private async request(path: string, init: RequestInit): Promise<Response> {
    const { url, certFile } = this.location;
    const send = certFile === undefined ? fetch : await fetchTrusting(certFile);
    const headers = { 'user-agent': CLI_AGENT, ...(init.headers as Record<string, string> | undefined) };
    try {
      return await send(url + path, { signal: AbortSignal.timeout(this.timeoutMs), ...init, headers });
    } catch (error) {
      throw this.unreachable(error);
    }
  }

  private unreachable(error: unknown): GatewaySilentError {
    const { url } = this.location;
    const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
    if (name === 'TimeoutError')
      return new GatewaySilentError(`${url} did not answer within ${this.timeoutMs / 1000} s`);
    if (/^(ECONN|ENOTFOUND|EHOST|ENET|EAI_|UND_ERR_CONNECT)/.test(cause?.code ?? '')) return notRunning(url);
    return new GatewaySilentError(`${url} cannot be reached: ${cause?.message ?? message}`);
  }
}

const tokenRefused = (url: string): CliFailure =>
  new CliFailure(
    `the gateway at ${url} rejected the admin token: set GATEHOUSE_ADMIN_TOKEN_FILE or pass --token`,
  );

/** A request that the gateway finds wrong is wrong usage, like one that the command itself finds wrong. */
function refused(status: number, answer: unknown): CliFailure {
  const { error } = (answer ?? {}) as { error?: ApiFailure };
  const code = status === 400 ? EXIT.usage : EXIT.failed;
  if (!error) return new CliFailure(`the gateway answered ${status}`, code);
  const { message, details } = error;
  return new CliFailure(details === '' ? message : `${message} (${details})`, code, error);
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function queryText(query: Query): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return set.length === 0 ? '' : `?${new URLSearchParams(set).toString()}`;
}

/** Returns the id of a user given by id or by email address. */
export async function userId(admin: AdminClient, user: string): Promise<string> {
  if (!user.includes('@')) return user;
  const { items } = await admin.list<User>('/users', { email: user });
  const [found] = items;
  if (!found) throw new CliFailure(`No such user. (no user has the email address ${user})`);
  return found.id;
}

/** The path in the admin API of a user given by id or by email address. */
export const userPath = async (admin: AdminClient, user: string): Promise<string> =>
  `/users/${encodeURIComponent(await userId(admin, user))}`;

/**
 * A fetch that trusts only one certificate, with any host name: the file is on this machine, and only the owner of its
 * key can answer with it. An intermediate certificate in the file is not trusted.
 * @throws CliFailure when the file has no certificate
 */
async function fetchTrusting(certFile: string): Promise<typeof fetch> {
  const ca = leafOf(certFile);
  const { Agent, fetch: fetchWith } = await import('undici');
  const connect = { ca, allowPartialTrustChain: true, checkServerIdentity: () => undefined };
  const dispatcher = new Agent({ connect, keepAliveTimeout: 1 });
  return ((url: string, init: object) => fetchWith(url, { ...init, dispatcher })) as unknown as typeof fetch;
}

function leafOf(certFile: string): string {
  const [leaf] = /-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/.exec(readIt(certFile)) ?? [];
  if (leaf === undefined) throw new CliFailure(`${certFile} contains no certificate`);
  return leaf;
}

function readIt(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliFailure(`${file} cannot be read (${code ?? 'unknown error'})`);
  }
}

import { isRecord } from '../../common/index.js';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import type { FetchLike } from '@modelcontextprotocol/client';
import { type Dispatcher, request } from 'undici';
import { isMetadataService, pinnedAgent, reachOf, type Resolve, systemResolve } from '../../media/index.js';
import { legibleStream, type StreamReading } from './answer-stream.js';
import { CUT_OFF, ENDED } from './failures.js';
import { legibleMessages } from './legible.js';
import { legibleDocument } from './legible-document.js';
import { McpFailure } from './mcp-connection.js';
import type { EmptyStreams } from './empty-streams.js';

/** Bytes of one answer. */
export const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
/** A stream of changes may be silent for as long as nothing changes. */
const NO_LIMIT = 0;
/** Connections are kept for so many sets of addresses; the names that a server gives may lead to any number of them. */
const MOST_AGENTS = 8;
const NOT_FOUND = 404;
const METHOD_NOT_ALLOWED = 405;

/** The server as an operator wrote it. */
export interface ServerAddress {
  readonly url: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The authorization server that an operator wrote. */
  readonly issuer?: string | undefined;
}

/** The ways into the network, replaced in tests. */
export interface Network {
  readonly resolve: Resolve;
  /** Connects only to these addresses. */
  readonly agentFor: (addresses: readonly [string, ...string[]]) => Dispatcher;
}

export const SYSTEM_NETWORK: Network = {
  resolve: systemResolve,
  agentFor: (addresses) => pinnedAgent(addresses, { headersTimeout: NO_LIMIT, bodyTimeout: NO_LIMIT }),
};

/**
 * Carries the calls for one server. An address that an operator wrote may be internal; one that the server or its
 * metadata names must be https and public. Each is resolved, checked and connected pinned; no redirect is followed, every
 * answer is bounded, and the operator's secrets go to the configured origin alone.
 */
export class ServerFetch {
  private readonly own: string;
  private readonly ofOperator: readonly string[];
  private readonly agents = new Map<string, Dispatcher>();
  /** Ends the answers that are under way, by the ids of their requests. */
  private readonly open = new Map<unknown, AbortController>();

  constructor(
    private readonly server: ServerAddress,
    private readonly network: Network = SYSTEM_NETWORK,
    private readonly streams?: EmptyStreams,
  ) {
    this.own = new URL(server.url).origin;
    this.ofOperator = [this.own, ...(server.issuer === undefined ? [] : [new URL(server.issuer).origin])];
  }

  readonly fetch: FetchLike = async (input, init = {}) => {
    const url = new URL(input);
    const { method = 'GET' } = init;
    const sent = new Headers(init.headers);
    const stream = method === 'GET' && url.origin === this.own ? this.streams?.of(sent) : undefined;
    if (stream?.isGivenUp === true) return new Response(null, { status: METHOD_NOT_ALLOWED });
    const body = textOf(init.body);
    const message = url.origin === this.own ? messageIn(body) : {};
    const cancel = new AbortController();
    const signal = init.signal ? AbortSignal.any([init.signal, cancel.signal]) : cancel.signal;
    const answer = await this.send(url, { ...init, body, signal });
    this.follow(message, answer.body, cancel);
    if (answer.statusCode >= 300 && answer.statusCode < 400) {
      discard(answer.body);
      throw new McpFailure('refused', 'the server redirects, and redirects are not followed');
    }
    const response = responseOf(answer, message);
    if (stream && response.ok) return streamOf(response, message, stream.begin());
    const hasSession = url.origin === this.own && sent.has('mcp-session-id');
    if (hasSession && isRefusal(response)) return afterRefusal(response);
    if (isEvents(response)) return streamOf(response, message);
    if (message.method === undefined && isDocument(response)) return legibleDocument(response);
    return message.id === undefined || !response.ok
      ? response
      : legibleResponse(response, message, hasSession);
  };

  async close(): Promise<void> {
    const agents = [...this.agents.values()];
    this.agents.clear();
    await Promise.all(agents.map((agent) => agent.destroy()));
  }

  private async send(
    url: URL,
    { method = 'GET', headers: given, body, signal }: Sent,
  ): Promise<Dispatcher.ResponseData> {
    const dispatcher = await this.agentOf(url);
    const headers = new Headers(given);
    if (url.origin === this.own) this.addSecrets(headers);
    try {
      return await request(url, { dispatcher, method, headers: Object.fromEntries(headers), body, signal });
    } catch (error) {
      if (!isUnsent(error)) throw error;
      throw new McpFailure('unreachable', `no connection to ${url.origin}`, { cause: error });
    }
  }

  /** The SDK leaves the answer to a request open that it has cancelled. */
  private follow({ id, method, params }: Message, answer: Readable, cancel: AbortController): void {
    if (method === 'notifications/cancelled') this.open.get(params?.requestId)?.abort();
    if (id === undefined) return;
    this.open.set(id, cancel);
    answer.once('close', () => this.open.delete(id));
  }

  private addSecrets(headers: Headers): void {
    const { token, headers: custom = {} } = this.server;
    for (const [name, value] of Object.entries(custom)) if (!headers.has(name)) headers.set(name, value);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  }

  private async agentOf(url: URL): Promise<Dispatcher> {
    const addresses = await this.addressesOf(url);
    const key = addresses.toSorted().join(' ');
    const known = this.agents.get(key);
    if (known) return known;
    const [oldest] = this.agents;
    if (oldest && this.agents.size >= MOST_AGENTS) {
      this.agents.delete(oldest[0]);
      void oldest[1].close().catch(() => undefined);
    }
    const agent = this.network.agentFor(addresses);
    this.agents.set(key, agent);
    return agent;
  }

  /** A single forbidden address is enough, because chance would decide which one is used. */
  private async addressesOf({ hostname, origin, protocol }: URL): Promise<readonly [string, ...string[]]> {
    const isOfOperator = this.ofOperator.includes(origin);
    if (!isOfOperator && protocol !== 'https:')
      throw new McpFailure('refused', `the server names ${origin}, which is not https`);
    const host = hostname.replace(/^\[|\]$/g, '');
    const [first, ...others] = isIP(host) ? [host] : await this.resolved(host);
    const isFit = (address: string) =>
      isOfOperator ? !isMetadataService(address) : reachOf(address) === 'public';
    if (first !== undefined && [first, ...others].every(isFit)) return [first, ...others];
    throw new McpFailure('refused', `${origin} is at an address that is not allowed`);
  }

  private async resolved(host: string): Promise<readonly string[]> {
    try {
      return await this.network.resolve(host);
    } catch (cause) {
      throw new McpFailure('unreachable', `host ${host} was not found`, { cause });
    }
  }
}

/** A request of the SDK's, whose body is a text. */
interface Sent {
  readonly method?: string | undefined;
  readonly headers?: RequestInit['headers'];
  readonly body: string | null;
  readonly signal: AbortSignal;
}

/** A message of the protocol as far as it matters here; empty for anything else. */
interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown };
}

function messageIn(body: string | null): Message {
  if (!body?.startsWith('{')) return {};
  return JSON.parse(body) as Message;
}

/** Errors before the first byte of a request. */
const UNSENT = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

const isUnsent = (error: unknown): boolean =>
  UNSENT.includes(String((error as NodeJS.ErrnoException | null)?.code));

/** Statuses of answers without a body. */
const NO_BODY = [101, 204, 205];

function textOf(body: RequestInit['body']): string | null {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body);
  throw new TypeError('only text can be sent');
}

function headersOf(answered: Readonly<Record<string, string | string[] | undefined>>): [string, string][] {
  return Object.entries(answered).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((each): [string, string] => [name, each]),
  );
}

function discard(body: Readable): void {
  body.on('error', () => undefined).destroy();
}

/** An answer as it came, up to the limit. */
function responseOf({ statusCode, headers, body }: Dispatcher.ResponseData, { id }: Message): Response {
  const isEmpty = NO_BODY.includes(statusCode);
  if (isEmpty) discard(body);
  const isStream = String(headers['content-type']).startsWith('text/event-stream');
  const last =
    isStream && id !== undefined ? Buffer.from(`\n\n${eventOf(id, CUT_OFF, TOO_LARGE)}`) : undefined;
  const content = isEmpty ? null : bounded(body, last);
  return new Response(content, { status: statusCode, headers: headersOf(headers) });
}

const isEvents = ({ ok, headers }: Response): boolean =>
  ok && (headers.get('content-type') ?? '').startsWith('text/event-stream');

const isDocument = ({ ok, body, headers }: Response): boolean =>
  ok && body !== null && (headers.get('content-type') ?? '').includes('json');

/** A stream of events as the SDK takes it. */
function streamOf(response: Response, { id }: Message, onEnd?: StreamReading['onEnd']): Response {
  const instead = id === undefined ? undefined : eventOf(id, ENDED, 'its stream ended without an answer');
  const { status, headers, body } = response;
  return new Response(body?.pipeThrough(legibleStream({ id, instead, onEnd })) ?? null, { status, headers });
}

/** The answer to a request as the SDK takes it, which wants the type of JSON too. */
async function legibleResponse(response: Response, { id }: Message, hasSession: boolean): Promise<Response> {
  const { status, headers } = response;
  const text = await response.text();
  const messages = messagesIn(text, id);
  if (messages === undefined) return new Response(text === '' ? null : text, { status, headers });
  if (hasSession && messages.some(meansForgotten)) return forgotten();
  headers.set('content-type', 'application/json');
  return new Response(JSON.stringify(messages.length === 1 ? messages[0] : messages), { status, headers });
}

function messagesIn(text: string, id: unknown): readonly unknown[] | undefined {
  try {
    return legibleMessages(JSON.parse(text), id);
  } catch {
    return undefined;
  }
}

/** Statuses by which servers, besides the 404 of the protocol, refuse a session that they do not know. */
const REFUSALS = [400, 401, 410, 422];

/** How servers say that they do not know a session, as reported of several SDKs. */
const FORGOTTEN =
  /\bsession\b[^"]{0,40}\b(?:not found|not exist|unknown|invalid|expired|terminated|closed|missing|required)\b|\b(?:no|valid|invalid|unknown|missing|expired|active) (?:mcp[- ])?session\b|\bnot (?:yet )?(?:been )?initiali[sz]ed\b/i;
/** JSON-RPC's codes with which they say it: of SDKs (-32001, -32000), and for a request that does not fit. */
const FORGOTTEN_CODES: readonly unknown[] = [-32_001, -32_000, -32_600];

const isRefusal = ({ status }: Response): boolean => REFUSALS.includes(status);

/** A request of a session that is refused with it: the server has done nothing. */
async function afterRefusal(response: Response): Promise<Response> {
  const { status, headers } = response;
  const text = await response.text();
  return FORGOTTEN.test(text) ? forgotten() : new Response(text, { status, headers });
}

function meansForgotten(message: unknown): boolean {
  const { error } = isRecord(message) ? message : {};
  return isRecord(error) && FORGOTTEN_CODES.includes(error.code) && FORGOTTEN.test(String(error.message));
}

/** The answer that the protocol has for a session that the server does not know. */
const forgotten = (): Response => new Response(null, { status: NOT_FOUND });

const TOO_LARGE = `the answer exceeds ${MAX_ANSWER_BYTES} bytes`;

/** Stands in for the answer to a request: the SDK would wait for it. */
const eventOf = (id: unknown, code: number, message: string): string =>
  `data: ${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n\n`;

/** The body of an answer up to the limit. Above it comes `last`, without which it breaks off with an error. */
function bounded(body: Readable, last: Uint8Array | undefined): ReadableStream<Uint8Array> {
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes <= MAX_ANSWER_BYTES) yield chunk;
      else if (!last) throw new McpFailure('bad-answer', TOO_LARGE);
      else {
        yield last;
        return;
      }
    }
  };
  return ReadableStream.from<Uint8Array>(chunks());
}

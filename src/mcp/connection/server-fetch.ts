import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import type { FetchLike } from '@modelcontextprotocol/client';
import { type Dispatcher, request } from 'undici';
import { pinnedAgent, type Reach, reachOf, type Resolve, systemResolve } from '../../media/index.js';
import { McpFailure } from './mcp-connection.js';

/** Bytes of one answer. */
export const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
/** A stream of changes may be silent for as long as nothing changes. */
const NO_LIMIT = 0;

/** The server as an operator wrote it. */
export interface ServerAddress {
  readonly url: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The ways into the network, replaced in tests. */
export interface Network {
  readonly resolve: Resolve;
  /** Connects only to this address. */
  readonly agentFor: (address: string) => Dispatcher;
}

export const SYSTEM_NETWORK: Network = {
  resolve: systemResolve,
  agentFor: (address) => pinnedAgent(address, { headersTimeout: NO_LIMIT, bodyTimeout: NO_LIMIT }),
};

/**
 * Carries the calls for one server. The configured address may be internal; an address that the server or its metadata
 * names must be https and public. Each is resolved, checked and connected pinned; no redirect is followed, every answer
 * is bounded, and the operator's secrets go to the configured origin alone.
 */
export class ServerFetch {
  private readonly own: URL;
  private readonly agents = new Map<string, Dispatcher>();

  constructor(
    private readonly server: ServerAddress,
    private readonly network: Network = SYSTEM_NETWORK,
  ) {
    this.own = new URL(server.url);
  }

  readonly fetch: FetchLike = async (input, init = {}) => {
    const url = new URL(input);
    const isOwn = url.origin === this.own.origin;
    const dispatcher = await this.agentOf(url, isOwn);
    const headers = new Headers(init.headers);
    if (isOwn) this.addSecrets(headers);
    const {
      statusCode,
      headers: answered,
      body,
    } = await request(url, {
      dispatcher,
      method: init.method ?? 'GET',
      headers: Object.fromEntries(headers),
      body: textOf(init.body),
      signal: init.signal ?? null,
    });
    if (statusCode >= 300 && statusCode < 400) {
      body.on('error', () => undefined).destroy();
      throw new McpFailure('refused', 'the server answers with a redirect, which is not followed');
    }
    return new Response(NO_BODY.includes(statusCode) ? emptied(body) : streamOf(body), {
      status: statusCode,
      headers: headersOf(answered),
    });
  };

  async close(): Promise<void> {
    const open = [...this.agents.values()];
    this.agents.clear();
    await Promise.all(open.map((agent) => agent.destroy()));
  }

  private addSecrets(headers: Headers): void {
    const { token, headers: custom = {} } = this.server;
    for (const [name, value] of Object.entries(custom)) if (!headers.has(name)) headers.set(name, value);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  }

  private async agentOf(url: URL, isOwn: boolean): Promise<Dispatcher> {
    if (!isOwn && url.protocol !== 'https:')
      throw new McpFailure('refused', `the server names ${url.origin}, which is not https`);
    const address = await this.addressOf(url, isOwn ? ['public', 'own'] : ['public']);
    const known = this.agents.get(address);
    if (known) return known;
    const agent = this.network.agentFor(address);
    this.agents.set(address, agent);
    return agent;
  }

  /** A single forbidden address is enough, because chance would decide which one is used. */
  private async addressOf({ hostname, origin }: URL, allowed: readonly Reach[]): Promise<string> {
    const host = hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(host) ? [host] : await this.resolved(host);
    const [first] = addresses;
    if (first !== undefined && addresses.every((each) => allowed.includes(reachOf(each)))) return first;
    throw new McpFailure('refused', `${origin} is at an address that is never called`);
  }

  private async resolved(host: string): Promise<readonly string[]> {
    try {
      return await this.network.resolve(host);
    } catch (cause) {
      throw new McpFailure('unreachable', `host ${host} is not known`, { cause });
    }
  }
}

/** Statuses of answers without a body. */
const NO_BODY = [101, 204, 205];

function textOf(body: RequestInit['body']): string | null {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body);
  throw new TypeError('only texts are sent');
}

function headersOf(answered: Readonly<Record<string, string | string[] | undefined>>): [string, string][] {
  return Object.entries(answered).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((each): [string, string] => [name, each]),
  );
}

function emptied(body: Readable): null {
  body.on('error', () => undefined).resume();
  return null;
}

/** The body of an answer, which breaks off with an error above the limit. */
function streamOf(body: Readable): ReadableStream<Uint8Array> {
  let bytes = 0;
  const bounded = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > MAX_ANSWER_BYTES)
        throw new McpFailure('bad-answer', `the answer is above ${MAX_ANSWER_BYTES} bytes`);
      yield chunk;
    }
  };
  return ReadableStream.from<Uint8Array>(bounded());
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RawAnswer } from './quirks/quirk.js';

type Json = Readonly<Record<string, unknown>>;

/** A request as it arrived. */
export interface SeenRequest {
  readonly method: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly message: Json;
}

/** Asked at this query, it speaks the newest revision. */
const NEWEST = '2026-07-28';

/** An MCP server over HTTP, of the older revision unless its address says otherwise, whose answers a test decides. */
export class HttpMcpServer {
  readonly requests: SeenRequest[] = [];
  tools: readonly Json[] = [];
  capabilities: Json = { tools: {} };
  /** Requests of another session are answered with `stale`, as after a restart. */
  session: string | undefined;
  stale: RawAnswer = { status: 404 };
  /** The answer to the question which revision it speaks, in place of the right one; null for silence. */
  discover: RawAnswer | null | undefined;
  /** Answers to calls come as members of a message, or as a whole one. */
  wrap: (result: Json, id: unknown) => Json = (result, id) => ({ jsonrpc: '2.0', id, result });
  /** Answers are streams of events. */
  isStreaming = false;
  /** The result of a call; may take over the response and return undefined. */
  onCall: (params: Json, response: ServerResponse) => Json | undefined | Promise<Json> = () =>
    textResult('done');
  /** A page of the list. */
  onList: (params: Json) => Json = () => ({ tools: this.tools });
  /** Takes a request over before anything else when it returns true. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  private readonly server = createServer((request, response) => void this.answer(request, response));

  static async start(): Promise<HttpMcpServer> {
    const own = new HttpMcpServer();
    await new Promise<void>((done) => own.server.listen(0, '127.0.0.1', done));
    return own;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/mcp`;
  }

  /** Resolves when a request of this method has arrived. */
  async seen(method: string): Promise<void> {
    while (!this.requests.some((each) => each.method === method))
      await new Promise((done) => setImmediate(done));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.intercept(request, response)) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const message = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Json;
    this.requests.push({ method: message.method as string, headers: request.headers, message });
    const isOther = request.headers['mcp-session-id'] !== this.session && message.method !== 'initialize';
    if (this.session !== undefined && isOther && message.method !== 'server/discover') {
      send(response, this.stale);
      return;
    }
    if (message.method === 'server/discover' && this.discover !== undefined) {
      if (this.discover !== null) send(response, this.discover);
      return;
    }
    if (message.id === undefined) return void response.writeHead(202).end();
    const params = (message.params ?? {}) as Json;
    const isNewest = request.url?.includes(NEWEST) ?? false;
    const result = await this.resultOf(message.method as string, params, response, isNewest);
    if (response.headersSent || result === undefined) return;
    const unknown = { jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'unknown method' } };
    const isCall = message.method === 'tools/call';
    const answer = isCall ? this.wrap(result, message.id) : { jsonrpc: '2.0', id: message.id, result };
    const body = JSON.stringify(result === UNKNOWN ? unknown : answer);
    const session = this.session === undefined ? {} : { 'mcp-session-id': this.session };
    const type = this.isStreaming ? 'text/event-stream' : 'application/json';
    response.writeHead(200, { 'content-type': type, ...session });
    response.end(this.isStreaming ? `event: message\r\ndata: ${body}\r\n\r\n` : body);
  }

  private resultOf(
    method: string,
    params: Json,
    response: ServerResponse,
    isNewest: boolean,
  ): Json | undefined | Promise<Json> {
    switch (method) {
      case 'server/discover':
        return isNewest ? DISCOVERED : UNKNOWN;
      case 'initialize':
        return {
          protocolVersion: '2025-11-25',
          capabilities: this.capabilities,
          serverInfo: { name: 'of a test', version: '1' },
        };
      case 'tools/list':
        return this.onList(params);
      case 'tools/call':
        return this.onCall(params, response);
      default:
        return UNKNOWN;
    }
  }
}

function send(response: ServerResponse, { status, type, headers, body = '' }: RawAnswer): void {
  response.writeHead(status, { ...(type !== undefined && { 'content-type': type }), ...headers }).end(body);
}

const UNKNOWN: Json = {};
const DISCOVERED: Json = {
  resultType: 'complete',
  supportedVersions: [NEWEST],
  capabilities: { tools: {} },
  serverInfo: { name: 'of a test', version: '1' },
  ttlMs: 0,
  cacheScope: 'private',
};

export const textResult = (text: string): Json => ({ content: [{ type: 'text', text }] });

export const toolNamed = (name: string, more: Json = {}): Json => ({
  name,
  description: `does ${name}`,
  inputSchema: { type: 'object', properties: {} },
  ...more,
});

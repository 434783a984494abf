import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { HttpMcpServer, textResult, toolNamed } from '../../../../src/mcp/testing/http-server.js';

/** The arguments of the tool: they tell the server what to do, and the database when the approval expires. */
export interface Order {
  /** No two calls that anyone asks for have the same. */
  readonly run: string;
  /** How long the call takes, ms. */
  readonly ms: number;
  /** `dies`: the call is made, and its answer never comes. */
  readonly end: 'answers' | 'dies' | 'fails';
  /** How long the approval waits, ms; by default as long as the configuration says. */
  readonly expires?: number;
}

export interface RecordedCall {
  readonly run: string;
  readonly at: number;
}

const CHANGED = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
const NEWS = `event: message\ndata: ${CHANGED}\n\n`;

const SCHEMA = {
  type: 'object',
  properties: { run: {}, ms: {}, end: {}, expires: {} },
  required: ['run'],
};

/** An MCP server outside of the gateways, which outlives them and counts what it is called for. */
export class RecordingServer {
  static readonly TOOL = 'write';
  readonly calls: RecordedCall[] = [];
  private readonly streams = new Set<ServerResponse>();
  private edition = 1;

  private constructor(private readonly server: HttpMcpServer) {
    server.capabilities = { tools: { listChanged: true } };
    server.intercept = (request, response) => this.openStream(request, response);
    server.onCall = (params, response) => this.perform(params.arguments as Order, response);
    this.describe();
  }

  static async start(): Promise<RecordingServer> {
    return new RecordingServer(await HttpMcpServer.start());
  }

  get url(): string {
    return this.server.url;
  }

  /** Describes the tool again, and tells the gateways so. */
  redefine(): void {
    this.edition++;
    this.describe();
    for (const stream of this.streams) stream.write(NEWS);
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }

  private describe(): void {
    const description = `writes a line, edition ${this.edition}`;
    this.server.tools = [toolNamed(RecordingServer.TOOL, { description, inputSchema: SCHEMA })];
  }

  private openStream({ method }: IncomingMessage, response: ServerResponse): boolean {
    if (method !== 'GET') return false;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    // A gateway that has just read the list may have missed the news.
    response.write(NEWS);
    this.streams.add(response);
    response.on('close', () => this.streams.delete(response));
    return true;
  }

  private async perform({ run, ms, end }: Order, response: ServerResponse) {
    this.calls.push({ run, at: Date.now() });
    if (ms > 0) await pause(ms);
    if (end === 'dies') response.destroy();
    const result = textResult(`${run} is written`);
    return end === 'fails' ? { ...result, isError: true } : result;
  }
}

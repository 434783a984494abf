import type * as Sdk from '@modelcontextprotocol/client';
import type { Client } from '@modelcontextprotocol/client';
import { callAnswerIn, type ListPage, listPageIn } from './answers.js';
import { failureOf } from './failures.js';
import { rawOf } from './legible.js';
import {
  type CallAnswer,
  type McpConnection,
  McpFailure,
  type OfferedTools,
  type ToolCallRequest,
} from './mcp-connection.js';

/** Further tools of a list are not read, nor further pages: a server could go on forever. */
export const MOST_TOOLS = 1_000;
const MOST_PAGES = 64;
/** Characters of a whole list, as JSON. */
const MAX_LIST_CHARS = 10 * 1024 * 1024;

/** The parts of an end that the SDK does not know. Neither throws. */
export interface WaysToEnd {
  /** Tells the server that this is the end. */
  readonly leave?: () => Promise<void>;
  /** Ends what carries the connection. */
  readonly end: () => Promise<void>;
}

/** A connection of the SDK. */
export class SdkConnection implements McpConnection {
  readonly revision: string;
  readonly isOld: boolean;
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly sdk: typeof Sdk,
    private readonly client: Client,
    private readonly ways: WaysToEnd,
  ) {
    this.revision = client.getNegotiatedProtocolVersion() ?? '';
    this.isOld = client.getProtocolEra() === 'legacy';
    client.onclose = () => {
      for (const listener of this.listeners.splice(0)) listener();
    };
  }

  onClose(listener: () => void): void {
    this.listeners.push(listener);
  }

  async listTools(signal: AbortSignal): Promise<OfferedTools> {
    if (!this.client.getServerCapabilities()?.tools) return NO_TOOLS;
    try {
      return await this.pages(signal);
    } catch (error) {
      throw this.failure(error, signal);
    }
  }

  /** Not by the SDK's own walk, which keeps any number of tools and leaves some out without saying so. */
  private async pages(signal: AbortSignal): Promise<OfferedTools> {
    const tools: unknown[] = [];
    let ttlMs: number | undefined;
    let chars = 0;
    let cursor: string | undefined;
    for (let page = 1; ; page++) {
      const answer = await this.page(cursor, signal);
      chars += JSON.stringify(answer.tools).length;
      if (chars > MAX_LIST_CHARS)
        throw new McpFailure('bad-answer', `the list exceeds ${MAX_LIST_CHARS} characters`);
      tools.push(...answer.tools);
      if (page === 1) ttlMs = answer.ttlMs;
      const isOver = answer.nextCursor === undefined || answer.nextCursor === cursor;
      if (isOver || tools.length > MOST_TOOLS || page === MOST_PAGES)
        return { tools: tools.slice(0, MOST_TOOLS), hasMore: !isOver || tools.length > MOST_TOOLS, ttlMs };
      cursor = answer.nextCursor;
    }
  }

  private async page(cursor: string | undefined, signal: AbortSignal): Promise<ListPage> {
    const params = cursor === undefined ? {} : { params: { cursor } };
    return listPageIn(rawOf(await this.client.request({ method: 'tools/list', ...params }, { signal })));
  }

  async call({ tool, input, meta }: ToolCallRequest, signal: AbortSignal): Promise<CallAnswer> {
    try {
      const answer = await this.client.callTool(
        { name: tool.name, arguments: { ...input }, ...(meta && { _meta: { ...meta } }) },
        // Without its output schema: the SDK would throw a result away that does not match.
        { signal, timeout: MOST_MS, toolDefinition: { ...tool, outputSchema: undefined } as never },
      );
      return callAnswerIn(rawOf(answer));
    } catch (error) {
      throw this.failure(error, signal);
    }
  }

  async close(): Promise<void> {
    await this.ways.leave?.();
    await this.client.close().catch(() => undefined);
    await this.ways.end();
  }

  private failure(error: unknown, signal: AbortSignal): unknown {
    return signal.aborted ? signal.reason : failureOf(this.sdk, error, 'interrupted');
  }
}

/** The caller's signal ends a call; the client's own limit is only behind it. */
const MOST_MS = 2_000_000_000;

/** The list of a server that does not declare any. */
const NO_TOOLS: OfferedTools = { tools: [], hasMore: false, ttlMs: undefined, isUndeclared: true };

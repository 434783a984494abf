import type * as Sdk from '@modelcontextprotocol/client';
import type { CallToolResult, Client, ContentBlock, ListToolsResult } from '@modelcontextprotocol/client';
import { canonicalJson } from '../tools/tool-definition.js';
import { failureOf } from './failures.js';
import {
  type CallAnswer,
  type McpConnection,
  McpFailure,
  type OfferedTool,
  type OfferedTools,
  type ResultPart,
  type ToolCallRequest,
} from './mcp-connection.js';

/** Further tools of a list are not read, nor further pages: a server could go on for ever. */
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
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly sdk: typeof Sdk,
    private readonly client: Client,
    private readonly ways: WaysToEnd,
  ) {
    this.revision = client.getNegotiatedProtocolVersion() ?? '';
    client.onclose = () => {
      for (const listener of this.listeners.splice(0)) listener();
    };
  }

  onClose(listener: () => void): void {
    this.listeners.push(listener);
  }

  async listTools(signal: AbortSignal): Promise<OfferedTools> {
    if (!this.client.getServerCapabilities()?.tools) return { tools: [], hasMore: false, ttlMs: undefined };
    try {
      return await this.pages(signal);
    } catch (error) {
      throw this.failure(error, signal);
    }
  }

  /** Not by the SDK's own walk, which keeps any number of tools and leaves some out without saying so. */
  private async pages(signal: AbortSignal): Promise<OfferedTools> {
    const tools: OfferedTool[] = [];
    let ttlMs: number | undefined;
    let chars = 0;
    let cursor: string | undefined;
    for (let page = 1; ; page++) {
      const answer = await this.page(cursor, signal);
      chars += JSON.stringify(answer.tools).length;
      if (chars > MAX_LIST_CHARS)
        throw new McpFailure('bad-answer', `the list is above ${MAX_LIST_CHARS} characters`);
      tools.push(...(answer.tools as readonly OfferedTool[]));
      if (page === 1 && typeof answer.ttlMs === 'number') ttlMs = answer.ttlMs;
      const isOver = answer.nextCursor === undefined || answer.nextCursor === cursor;
      if (isOver || tools.length > MOST_TOOLS || page === MOST_PAGES)
        return { tools: tools.slice(0, MOST_TOOLS), hasMore: !isOver || tools.length > MOST_TOOLS, ttlMs };
      cursor = answer.nextCursor;
    }
  }

  private page(cursor: string | undefined, signal: AbortSignal): Promise<ListToolsResult> {
    const params = cursor === undefined ? {} : { params: { cursor } };
    return this.client.request({ method: 'tools/list', ...params }, { signal });
  }

  async call({ tool, input, meta }: ToolCallRequest, signal: AbortSignal): Promise<CallAnswer> {
    try {
      const answer = await this.client.callTool(
        { name: tool.name, arguments: { ...input }, ...(meta && { _meta: { ...meta } }) },
        // Without its output schema: the SDK would throw a result away that does not match.
        { signal, timeout: MOST_MS, toolDefinition: { ...tool, outputSchema: undefined } as never },
      );
      return { parts: partsOf(answer), isError: answer.isError === true };
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

/** Servers should write a structured result as a text too; what some write beside it is a text of another kind. */
function partsOf({ content, structuredContent }: CallToolResult): readonly ResultPart[] {
  const parts = content.map(partOf);
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  if (!structuredContent || isToldIn(texts, structuredContent)) return parts;
  return [...parts, { kind: 'text', text: JSON.stringify(structuredContent) }];
}

/** Whether the texts are the structured result; FastMCP wraps one that is no object as `result`. */
function isToldIn(texts: readonly string[], structured: object): boolean {
  const values = Object.entries(structured);
  const [first, ...more] = values;
  const wrapped = first?.[0] === 'result' && more.length === 0 ? [structured, first[1]] : [structured];
  const told = texts.map(valueOf);
  const forms = [...told, told].map((each) => canonicalJson(each));
  return texts.length > 0 && wrapped.some((value) => forms.includes(canonicalJson(value)));
}

/** The value of a JSON text; any other text is itself. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function partOf(block: ContentBlock): ResultPart {
  switch (block.type) {
    case 'text':
      return { kind: 'text', text: block.text };
    case 'image':
      return { kind: 'image', mimeType: block.mimeType, base64: block.data };
    case 'audio':
      return { kind: 'other', mention: `sound (${block.mimeType})` };
    case 'resource_link':
      return { kind: 'other', mention: `link to ${block.name}` };
    case 'resource':
      return 'text' in block.resource
        ? { kind: 'text', text: block.resource.text }
        : { kind: 'other', mention: `file (${block.resource.mimeType ?? 'type unknown'})` };
    default:
      return { kind: 'other', mention: 'content of an unknown kind' };
  }
}

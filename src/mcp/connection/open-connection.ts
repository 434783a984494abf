import type * as Sdk from '@modelcontextprotocol/client';
import type { CallToolResult, Client, ContentBlock, Transport } from '@modelcontextprotocol/client';
import { errorText, VERSION } from '../../common/index.js';
import type { McpServerConfig } from '../../config/index.js';
import type { ProgramRecords } from '../programs/program-records.js';
import { StartedProgram } from '../programs/started-program.js';
import {
  type CallAnswer,
  type McpConnection,
  McpFailure,
  type OfferedTools,
  type ResultPart,
  type ToolCallRequest,
} from './mcp-connection.js';
import { type Network, ServerFetch } from './server-fetch.js';
import { StdioTransport } from './stdio-transport.js';

/** How long a server may take until it says which revision it speaks, ms. */
const HANDSHAKE_MS = 30_000;
/** Older servers that talk over pipes answer nothing to a question they do not know. */
const PROBE_MS = 3_000;

/** The surroundings of a connection. */
export interface ConnectionOptions {
  readonly records: ProgramRecords;
  readonly network?: Network | undefined;
  /** Takes what a program prints besides its answers. */
  readonly log: (line: string) => void;
  /** Called when the server says that its tools have changed. */
  readonly onToolsChanged: () => void;
}

/** A server as the configuration has it. */
export type ServerSettings = Omit<McpServerConfig, 'problems'>;

/**
 * Connects to a server, over HTTP or by starting its program.
 * @throws McpFailure
 */
export async function openConnection(
  server: ServerSettings,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<McpConnection> {
  const sdk = await import('@modelcontextprotocol/client');
  return server.url === undefined
    ? openProgram(sdk, server, options, signal)
    : openAddress(sdk, { ...server, url: server.url }, options, signal);
}

async function openAddress(
  sdk: typeof Sdk,
  server: ServerSettings & { readonly url: string },
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<McpConnection> {
  const { url, clientId, clientSecret, scope, issuer } = server;
  const own = new ServerFetch(server, options.network);
  const authProvider =
    clientId === undefined || clientSecret === undefined
      ? undefined
      : new sdk.ClientCredentialsProvider({
          clientId,
          clientSecret,
          // The server's own metadata would have the secret sent to wherever it likes.
          expectedIssuer: issuer ?? new URL(url).origin,
          ...(scope !== undefined && { scope }),
        });
  const transport = new sdk.StreamableHTTPClientTransport(new URL(url), {
    fetch: own.fetch,
    requestInit: { redirect: 'manual' },
    ...(authProvider && { authProvider }),
    onInsufficientScope: 'throw',
  });
  const client = clientFor(sdk, options);
  try {
    await client.connect(transport, { signal, timeout: HANDSHAKE_MS });
  } catch (error) {
    await own.close();
    throw failureOf(sdk, error, 'unreachable');
  }
  return new SdkConnection(sdk, client, () => own.close());
}

/** A server that ends at the question which revision it speaks is an old one: it is started again and not asked. */
async function openProgram(
  sdk: typeof Sdk,
  server: ServerSettings,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<McpConnection> {
  const { command = '', args, env, cwd } = server;
  const connect = async (isOld: boolean): Promise<McpConnection> => {
    const program = await StartedProgram.start({ command, args, env, cwd }, options.records);
    const transport: Transport = new StdioTransport(program, options.log);
    const client = clientFor(sdk, options);
    try {
      const prior = isOld ? { prior: { kind: 'legacy' } as const } : {};
      await client.connect(transport, { signal, timeout: HANDSHAKE_MS, ...prior });
    } catch (error) {
      await program.end();
      throw error;
    }
    return new SdkConnection(sdk, client, () => program.end());
  };
  try {
    return await connect(false);
  } catch (error) {
    if (signal.aborted || !(error instanceof sdk.SdkError)) throw failureOf(sdk, error, 'unreachable');
  }
  return connect(true).catch((error: unknown) => {
    throw failureOf(sdk, error, 'unreachable');
  });
}

/** Declares no capability: a server that wants sampling, roots or an answer of a person gets an error. */
function clientFor(sdk: typeof Sdk, { onToolsChanged }: ConnectionOptions): Client {
  return new sdk.Client(
    { name: 'gatehouse', version: VERSION },
    {
      capabilities: {},
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: PROBE_MS } },
      inputRequired: { autoFulfill: false },
      // Schemas of a server are not compiled: its results are text for a model, and a schema may be made to burn time.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
      listChanged: { tools: { autoRefresh: false, onChanged: onToolsChanged } },
    },
  );
}

class SdkConnection implements McpConnection {
  readonly revision: string;
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly sdk: typeof Sdk,
    private readonly client: Client,
    private readonly end: () => Promise<void>,
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
    try {
      const { tools, ttlMs } = await this.client.listTools({}, { signal, cacheMode: 'bypass' });
      return { tools: tools, ttlMs: typeof ttlMs === 'number' ? ttlMs : undefined };
    } catch (error) {
      throw this.failure(error, signal);
    }
  }

  async call({ tool, input, meta }: ToolCallRequest, signal: AbortSignal): Promise<CallAnswer> {
    try {
      const answer = await this.client.callTool(
        { name: tool.name, arguments: { ...input }, ...(meta && { _meta: { ...meta } }) },
        { signal, timeout: MOST_MS, toolDefinition: tool as never },
      );
      return { parts: partsOf(answer), isError: answer.isError === true };
    } catch (error) {
      throw this.failure(error, signal);
    }
  }

  async close(): Promise<void> {
    await this.client.close().catch(() => undefined);
    await this.end();
  }

  private failure(error: unknown, signal: AbortSignal): unknown {
    return signal.aborted ? signal.reason : failureOf(this.sdk, error, 'interrupted');
  }
}

/** The caller's signal ends a call; the client's own limit is only behind it. */
const MOST_MS = 2_000_000_000;

/** Servers should write a structured result as a text too, and are read by those that do not. */
function partsOf({ content, structuredContent }: CallToolResult): readonly ResultPart[] {
  const parts = content.map(partOf);
  if (structuredContent === undefined || parts.some(({ kind }) => kind === 'text')) return parts;
  return [{ kind: 'text', text: JSON.stringify(structuredContent) }, ...parts];
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
  }
}

/** Errors of the server are answers; all others leave open whether it has done something, unless nothing was sent yet. */
function failureOf(sdk: typeof Sdk, error: unknown, otherwise: 'unreachable' | 'interrupted'): McpFailure {
  if (error instanceof McpFailure) return error;
  const inner = error instanceof Error ? error.cause : undefined;
  if (inner instanceof McpFailure) return inner;
  if (error instanceof sdk.ProtocolError)
    return new McpFailure('refused', errorText(error), { cause: error });
  if (
    error instanceof sdk.SdkHttpError ||
    error instanceof sdk.UnauthorizedError ||
    error instanceof sdk.InsufficientScopeError
  )
    return new McpFailure('refused', errorText(error), { cause: error });
  if (error instanceof sdk.SdkError && BAD_ANSWERS.includes(error.code))
    return new McpFailure('bad-answer', errorText(error), { cause: error });
  return new McpFailure(otherwise, errorText(error), { cause: error });
}

const BAD_ANSWERS: readonly string[] = [
  'INVALID_RESULT',
  'UNSUPPORTED_RESULT_TYPE',
  'INPUT_REQUIRED_ROUNDS_EXCEEDED',
  'LIST_PAGINATION_EXCEEDED',
];

import type * as Sdk from '@modelcontextprotocol/client';
import type { AuthProvider, Client, Transport } from '@modelcontextprotocol/client';
import { orAborted, VERSION, withTimeout } from '../../common/index.js';
import type { McpServerConfig } from '../../config/index.js';
import type { ProgramRecords } from '../programs/program-records.js';
import { StartedProgram } from '../programs/started-program.js';
import { takesLogin } from '../login/login.js';
import { ChangeNotices } from './change-notices.js';
import { failureOf } from './failures.js';
import { type McpConnection, McpFailure } from './mcp-connection.js';
import { SdkConnection, type WaysToEnd } from './sdk-connection.js';
import { type Network, ServerFetch } from './server-fetch.js';
import { StdioTransport } from './stdio-transport.js';

/** How long a server may take until it says which revision it speaks, ms. */
const HANDSHAKE_MS = 30_000;
/** Older servers that talk over pipes answer nothing to a question they do not know. */
const PROBE_MS = 3_000;
/** How long a server is waited for when it is told that this is the end, ms. */
const LEAVE_MS = 2_000;
const SHORTEST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 60_000;
/** A stream that breaks off is opened again, for some minutes if need be. */
const RECONNECTION = {
  initialReconnectionDelay: 1_000,
  maxReconnectionDelay: LONGEST_DELAY_MS,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 10,
};

/** The surroundings of a connection to an address. */
export interface AddressOptions {
  readonly network?: Network | undefined;
  /** The tokens of a person's login, where nothing else is configured. */
  readonly authProvider?: AuthProvider | undefined;
  /** Called when the server says that its tools have changed. */
  readonly onToolsChanged: () => void;
}

/** The surroundings of a connection. */
export interface ConnectionOptions extends AddressOptions {
  readonly records: ProgramRecords;
  /** Takes what a program prints besides its answers. */
  readonly log: (line: string) => void;
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
  signal.throwIfAborted();
  return server.url === undefined
    ? openProgram(sdk, server, options, signal)
    : openAddress({ ...server, url: server.url }, options, signal);
}

/**
 * Connects to a server over HTTP.
 * @throws McpFailure
 */
export async function openAddress(
  server: ServerSettings & { readonly url: string },
  options: AddressOptions,
  signal: AbortSignal,
): Promise<McpConnection> {
  const sdk = await import('@modelcontextprotocol/client');
  const { url } = server;
  const own = new ServerFetch(server, options.network);
  const { authProvider = WITHOUT_LOGIN } = options;
  const provider = takesLogin(server) ? authProvider : clientCredentials(sdk, server);
  const transport = new sdk.StreamableHTTPClientTransport(new URL(url), {
    fetch: own.fetch,
    requestInit: { redirect: 'manual' },
    reconnectionOptions: RECONNECTION,
    reconnectionScheduler: (reconnect, delayMs) => {
      // A server may ask for any delay.
      const timer = setTimeout(reconnect, Math.min(LONGEST_DELAY_MS, Math.max(SHORTEST_DELAY_MS, delayMs)));
      return () => clearTimeout(timer);
    },
    ...(provider && { authProvider: provider }),
    onInsufficientScope: 'throw',
  });
  const client = clientFor(sdk, options, HANDSHAKE_MS);
  try {
    await connected(client, transport, { signal, timeout: HANDSHAKE_MS });
  } catch (error) {
    await transport.close().catch(() => undefined);
    await own.close();
    throw failureOf(sdk, error, 'unreachable');
  }
  const leave = () =>
    withTimeout(
      transport.terminateSession().catch(() => undefined),
      LEAVE_MS,
      () => undefined,
    );
  return connectionOf(sdk, client, options, { leave, end: () => own.close() });
}

/** For a command that connects by itself. */
const WITHOUT_LOGIN: AuthProvider = {
  token: () => Promise.resolve(undefined),
  onUnauthorized: () =>
    Promise.reject(
      new McpFailure('unauthorized', 'it wants a person to log in, and only the gateway has such a login'),
    ),
};

function clientCredentials(
  sdk: typeof Sdk,
  { url, clientId, clientSecret, scope, issuer }: ServerSettings & { readonly url: string },
) {
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return new sdk.ClientCredentialsProvider({
    clientId,
    clientSecret,
    // The server's own metadata would have the secret sent to wherever it likes.
    expectedIssuer: issuer ?? new URL(url).origin,
    ...(scope !== undefined && { scope }),
  });
}

function connectionOf(
  sdk: typeof Sdk,
  client: Client,
  { onToolsChanged }: AddressOptions,
  ways: WaysToEnd,
): McpConnection {
  const connection = new SdkConnection(sdk, client, ways);
  const notices = new ChangeNotices(client, onToolsChanged);
  connection.onClose(() => notices.stop());
  return connection;
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
    const client = clientFor(sdk, options, PROBE_MS);
    try {
      const prior = isOld ? { prior: { kind: 'legacy' } as const } : {};
      await connected(client, transport, { signal, timeout: HANDSHAKE_MS, ...prior });
    } catch (error) {
      await program.end();
      throw error;
    }
    return connectionOf(sdk, client, options, { end: () => program.end() });
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

/** The SDK asks for the revision without regard to the signal: a silent server would hold up the end of the gateway. */
const connected = (
  client: Client,
  transport: Transport,
  options: { readonly signal: AbortSignal } & Parameters<Client['connect']>[1],
): Promise<void> => orAborted(client.connect(transport, options), options.signal);

/** Declares no capability: a server that wants sampling, roots or an answer of a person gets an error. */
function clientFor(sdk: typeof Sdk, { onToolsChanged }: AddressOptions, probeMs: number): Client {
  return new sdk.Client(
    { name: 'gatehouse', version: VERSION },
    {
      capabilities: {},
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: probeMs } },
      inputRequired: { autoFulfill: false },
      // Schemas of a server are not compiled: its results are text for a model, and a schema may be made to burn time.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
      listChanged: { tools: { autoRefresh: false, onChanged: onToolsChanged } },
    },
  );
}

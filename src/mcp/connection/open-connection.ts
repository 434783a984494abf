import type * as Sdk from '@modelcontextprotocol/client';
import type { AuthProvider, Client, Transport } from '@modelcontextprotocol/client';
import { orAborted, VERSION, withTimeout } from '../../common/index.js';
import type { McpServerConfig } from '../../config/index.js';
import type { ProgramRecords } from '../programs/program-records.js';
import { StartedProgram } from '../programs/started-program.js';
import { takesLogin } from '../login/login.js';
import { ChangeNotices } from './change-notices.js';
import { EmptyStreams } from './empty-streams.js';
import { failureOf } from './failures.js';
import { type McpConnection, McpFailure } from './mcp-connection.js';
import { SdkConnection, type WaysToEnd } from './sdk-connection.js';
import { type Network, ServerFetch } from './server-fetch.js';
import { StdioTransport } from './stdio-transport.js';

/** How long a server may take until it says which revision it speaks, ms. */
const HANDSHAKE_MS = 30_000;
/** Older servers answer nothing, or something odd, to a question they do not know. */
const PROBE_MS = { program: 3_000, address: 5_000 };
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

/** Found out about a server by this process: a part of what the next connection needs not ask. */
export interface KnownServer {
  /** It speaks an older revision, and does not understand the question which one. */
  isOld?: boolean;
  /** It has answered a handshake. */
  hasStarted?: boolean;
}

/** The surroundings of a connection to an address. */
export interface AddressOptions {
  readonly known?: KnownServer | undefined;
  readonly network?: Network | undefined;
  /** The tokens of a person's login, where nothing else is configured. */
  readonly authProvider?: AuthProvider | undefined;
  /** Called when the server says that its tools have changed. */
  readonly onToolsChanged: () => void;
}

/** The surroundings of a connection. */
export interface ConnectionOptions extends AddressOptions {
  readonly records: ProgramRecords;
  /** The HOME of a program, which is kept from start to start. */
  readonly home: string;
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
  const connect = async (isOld: boolean): Promise<SdkConnection> => {
    const streams = new EmptyStreams();
    const own = new ServerFetch(server, options.network, streams);
    const transport = transportTo(sdk, server, options, { own, streams });
    const client = clientFor(sdk, options, PROBE_MS.address);
    try {
      await connected(client, transport, { signal, timeout: HANDSHAKE_MS, ...priorOf(isOld) });
    } catch (error) {
      await transport.close().catch(() => undefined);
      await own.close();
      throw error;
    }
    const leave = () =>
      withTimeout(
        transport.terminateSession().catch(() => undefined),
        LEAVE_MS,
        () => undefined,
      );
    return connectionOf(sdk, client, options, { leave, end: () => own.close() });
  };
  return firstOf(connect, { sdk, options, signal, isForOld: isOdd });
}

function transportTo(
  sdk: typeof Sdk,
  server: ServerSettings & { readonly url: string },
  { authProvider = WITHOUT_LOGIN }: AddressOptions,
  { own, streams }: { readonly own: ServerFetch; readonly streams: EmptyStreams },
): Sdk.StreamableHTTPClientTransport {
  const provider = takesLogin(server) ? authProvider : clientCredentials(sdk, server);
  return new sdk.StreamableHTTPClientTransport(new URL(server.url), {
    fetch: own.fetch,
    requestInit: { redirect: 'manual' },
    reconnectionOptions: RECONNECTION,
    reconnectionScheduler: (reconnect, delayMs) => {
      // A server may ask for any delay.
      const pauseMs = streams.pauseMs(Math.min(LONGEST_DELAY_MS, Math.max(SHORTEST_DELAY_MS, delayMs)));
      const timer = setTimeout(reconnect, pauseMs);
      return () => clearTimeout(timer);
    },
    ...(provider && { authProvider: provider }),
    onInsufficientScope: 'throw',
  });
}

/** Statuses of proxies for servers that are away: an older server would be away too. */
const AWAY: readonly number[] = [502, 503, 504];

/** Whether an address has answered the question which revision it speaks as only an older server does. */
function isOdd(sdk: typeof Sdk, error: unknown): boolean {
  if (error instanceof sdk.SdkHttpError) return error.status >= 500 && !AWAY.includes(error.status);
  if (!(error instanceof sdk.SdkError)) return false;
  if (error.code === sdk.SdkErrorCode.RequestTimeout) return true;
  const { name, code } = (error.cause ?? {}) as { readonly name?: unknown; readonly code?: unknown };
  return [name, code].some((each) => ODDITIES.includes(each));
}

/** An answer that is no message, and a connection that ends without one. */
const ODDITIES: readonly unknown[] = [
  'SyntaxError',
  'ZodError',
  '$ZodError',
  'CLIENT_HTTP_UNEXPECTED_CONTENT',
  'UND_ERR_SOCKET',
  'ECONNRESET',
];

/** How a connection is made, and when it is made to an older server. */
interface Attempts {
  readonly sdk: typeof Sdk;
  readonly options: AddressOptions;
  readonly signal: AbortSignal;
  readonly isForOld: (sdk: typeof Sdk, error: unknown) => boolean;
}

/**
 * Connects as to a newer server, and where that fails in the way of an older one, again as to that. What was found is
 * remembered until it is not so any more.
 * @throws McpFailure
 */
async function firstOf(
  connect: (isOld: boolean) => Promise<SdkConnection>,
  { sdk, options: { known = {} }, signal, isForOld }: Attempts,
): Promise<McpConnection> {
  const { isOld = false } = known;
  const attempt = async (asOld: boolean): Promise<McpConnection> => {
    const connection = await connect(asOld);
    known.isOld = connection.isOld;
    known.hasStarted = true;
    return connection;
  };
  try {
    return await attempt(isOld).catch((error: unknown) => {
      known.isOld = false;
      if (isOld || signal.aborted || !isForOld(sdk, error)) throw error;
      return attempt(true);
    });
  } catch (error) {
    throw failureOf(sdk, error, 'unreachable');
  }
}

const priorOf = (isOld: boolean) => (isOld ? { prior: { kind: 'legacy' } as const } : {});

/** For a command that connects by itself. */
const WITHOUT_LOGIN: AuthProvider = {
  token: () => Promise.resolve(undefined),
  onUnauthorized: () =>
    Promise.reject(new McpFailure('unauthorized', 'it needs a login, which only the gateway has')),
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
): SdkConnection {
  const connection = new SdkConnection(sdk, client, ways);
  const notices = new ChangeNotices(client, onToolsChanged);
  connection.onClose(() => notices.stop());
  return connection;
}

/**
 * Starts a program and connects to it. One that is slow at its first start, because it is only then fetched, is waited for
 * longer; one that ends at the question which revision it speaks is an old one, which is started again and not asked.
 */
async function openProgram(
  sdk: typeof Sdk,
  server: ServerSettings,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<McpConnection> {
  const { command = '', args, env, cwd, startMs } = server;
  const timeout = options.known?.hasStarted === true ? HANDSHAKE_MS : Math.max(HANDSHAKE_MS, startMs);
  const connect = async (isOld: boolean): Promise<SdkConnection> => {
    const program = await StartedProgram.start(
      { command, args, env, cwd, home: options.home },
      options.records,
    );
    const client = clientFor(sdk, options, PROBE_MS.program);
    try {
      const transport = new StdioTransport(program, options.log);
      await connected(client, transport, { signal, timeout, ...priorOf(isOld) });
    } catch (error) {
      await program.end();
      throw error;
    }
    return connectionOf(sdk, client, options, { end: () => program.end() });
  };
  return firstOf(connect, { sdk, options, signal, isForOld: hasEnded });
}

const hasEnded = (sdk: typeof Sdk, error: unknown): boolean =>
  error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.EraNegotiationFailed;

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

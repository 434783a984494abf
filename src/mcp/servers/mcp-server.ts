import { errorText } from '../../common/index.js';
import {
  type CallAnswer,
  type McpConnection,
  McpFailure,
  type OfferedTools,
  type ToolCallRequest,
} from '../connection/mcp-connection.js';
import type { ConnectionOptions, ServerSettings } from '../connection/open-connection.js';

/** Opens a connection; replaced in tests. */
export type OpenConnection = (
  settings: ServerSettings,
  options: Pick<ConnectionOptions, 'log' | 'onToolsChanged'>,
  signal: AbortSignal,
) => Promise<McpConnection>;

/** The state of a server as this process sees it. */
export interface ServerState {
  /** Undefined before the first attempt. */
  readonly isUp: boolean | undefined;
  /** When that began, epoch milliseconds. */
  readonly since: number;
  /** The revision of the protocol in use, or spoken last. */
  readonly revision: string | undefined;
  /** The last failure; undefined when there was none. */
  readonly problem: string | undefined;
}

export interface ServerParts {
  readonly name: string;
  readonly settings: ServerSettings;
  readonly open: OpenConnection;
  readonly now: () => number;
  readonly log: (line: string) => void;
  /** Called with each new list of tools. */
  readonly onTools: (offered: OfferedTools) => Promise<void>;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const LIST_MS = 30_000;
/** How often a list is read again when the server does not say how long it is fresh, ms. */
const REFRESH_MS = 10 * 60_000;
const SHORTEST_REFRESH_MS = 30_000;
const LONGEST_REFRESH_MS = 24 * 60 * 60_000;

/** One server of this process: one connection or program for all turns, opened when needed, opened again with growing pauses. */
export class McpServer {
  private connection: Promise<McpConnection> | undefined;
  private failures = 0;
  private notBefore = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly stopping = new AbortController();
  private current: ServerState;

  constructor(private readonly parts: ServerParts) {
    this.current = { isUp: undefined, since: parts.now(), revision: undefined, problem: undefined };
  }

  get state(): ServerState {
    return this.current;
  }

  /** Reads the list of tools, now and whenever it may have changed. Never throws. */
  async refresh(): Promise<void> {
    clearTimeout(this.timer);
    try {
      const connection = await this.connected();
      const offered = await connection.listTools(this.untilStop(LIST_MS));
      await this.parts.onTools(offered);
      const freshMs = offered.ttlMs ?? REFRESH_MS;
      this.refreshAfter(Math.min(LONGEST_REFRESH_MS, Math.max(SHORTEST_REFRESH_MS, freshMs)));
    } catch (error) {
      this.fail(error);
      this.refreshAfter(this.pauseMs());
    }
  }

  /** @throws McpFailure; the signal's reason after an abort */
  async call(request: ToolCallRequest, signal: AbortSignal): Promise<CallAnswer> {
    const connection = await this.connected();
    signal.throwIfAborted();
    const limit = AbortSignal.timeout(this.parts.settings.timeoutMs);
    try {
      return await connection.call(request, AbortSignal.any([signal, limit, this.stopping.signal]));
    } catch (error) {
      signal.throwIfAborted();
      if (limit.aborted)
        throw new McpFailure('interrupted', `no answer within ${this.parts.settings.timeoutMs / 1_000} s`);
      throw error instanceof McpFailure ? error : new McpFailure('interrupted', errorText(error));
    }
  }

  /** Ends the connection and the program; resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.stopping.abort(new Error('the server is not used any more'));
    await this.connection?.then(
      (open) => open.close(),
      () => undefined,
    );
  }

  private refreshAfter(ms: number): void {
    clearTimeout(this.timer);
    if (!this.stopping.signal.aborted) this.timer = setTimeout(() => void this.refresh(), ms).unref();
  }

  private connected(): Promise<McpConnection> {
    if (this.connection) return this.connection;
    const waitMs = this.notBefore - this.parts.now();
    if (waitMs > 0)
      return Promise.reject(
        new McpFailure(
          'unreachable',
          `${this.current.problem ?? 'it failed'}; tried again in ${Math.ceil(waitMs / 1_000)} s`,
        ),
      );
    const connection = this.open();
    this.connection = connection;
    connection.catch((error: unknown) => {
      this.connection = undefined;
      this.fail(error);
    });
    return connection;
  }

  private async open(): Promise<McpConnection> {
    const { settings, open, log, now } = this.parts;
    const onToolsChanged = () => this.refreshAfter(0);
    const connection = await open(settings, { log, onToolsChanged }, this.stopping.signal);
    const { revision } = connection;
    this.current = { isUp: true, since: now(), revision, problem: this.current.problem };
    this.failures = 0;
    connection.onClose(() => this.lost());
    return connection;
  }

  private lost(): void {
    this.connection = undefined;
    if (this.stopping.signal.aborted) return;
    this.fail(new McpFailure('unreachable', 'the connection ended'));
    this.refreshAfter(this.pauseMs());
  }

  private pauseMs(): number {
    return Math.max(FIRST_PAUSE_MS, this.notBefore - this.parts.now());
  }

  private untilStop(ms: number): AbortSignal {
    return AbortSignal.any([this.stopping.signal, AbortSignal.timeout(ms)]);
  }

  private fail(error: unknown): void {
    if (this.stopping.signal.aborted) return;
    const now = this.parts.now();
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.failures++, 10));
    if (!this.connection) this.notBefore = now + pauseMs;
    const { isUp, since } = this.current;
    const isNew = isUp !== false && !this.connection;
    const problem = errorText(error);
    this.current = {
      ...this.current,
      ...(!this.connection && { isUp: false, since: isNew ? now : since }),
      problem,
    };
  }
}

import { errorText, orAborted } from '../../common/index.js';
import { MASK } from '../../config/index.js';
import {
  type CallAnswer,
  type McpConnection,
  McpFailure,
  type McpFailureKind,
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
  /** It answers nothing because a person has to log in. */
  readonly wantsLogin: boolean;
  /** Its program is started for the first time in this process, which may take long. */
  readonly isStarting: boolean;
  /** Told of it although nothing has failed. */
  readonly note: string | undefined;
}

export interface ServerParts {
  readonly name: string;
  readonly settings: ServerSettings;
  readonly open: OpenConnection;
  readonly now: () => number;
  readonly log: (line: string) => void;
  /** Called when it is up or down and was not before. */
  readonly onState: (state: ServerState) => void;
  /** Called with each new list of tools. */
  readonly onTools: (offered: OfferedTools) => Promise<void>;
  /** Called when a call failed because its login lacks a scope. */
  readonly onMissingScope: (scope: string) => void;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const LIST_MS = 30_000;
/** How often a list is read again when the server does not say how long it is fresh, ms. */
const REFRESH_MS = 10 * 60_000;
const SHORTEST_REFRESH_MS = 30_000;
const LONGEST_REFRESH_MS = 24 * 60 * 60_000;
/** A list is not read more often than this because the server says that it has changed, ms. */
const NOTICE_PAUSE_MS = 5_000;

/** One server of this process: one connection or program for all turns, opened when needed, opened again with growing pauses. */
export class McpServer {
  private opening: Promise<McpConnection> | undefined;
  private connection: McpConnection | undefined;
  /** The end of the connection before: a program is not started beside the one that it follows. */
  private closing: Promise<void> = Promise.resolve();
  private reading: Promise<void> | undefined;
  private calls = 0;
  private failures = 0;
  private notBefore = 0;
  /** When nothing had failed any more, or Infinity. */
  private goodSince = Infinity;
  private readAt = -Infinity;
  /** The server has said so since the list was asked for. */
  private hasChanged = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly stopping = new AbortController();
  private current: ServerState;

  constructor(private readonly parts: ServerParts) {
    this.current = {
      isUp: undefined,
      since: parts.now(),
      revision: undefined,
      problem: undefined,
      wantsLogin: false,
      isStarting: false,
      note: undefined,
    };
  }

  get state(): ServerState {
    return this.current;
  }

  /** Reads the list of tools, now and whenever it may have changed. Never throws. */
  refresh(): Promise<void> {
    return (this.reading ??= this.read().finally(() => (this.reading = undefined)));
  }

  /** Tries again now, without regard to what has failed before. Never throws. */
  async retry(): Promise<void> {
    await this.reading;
    this.notBefore = 0;
    this.failures = 0;
    if (!this.stopping.signal.aborted) await this.refresh();
  }

  /** @throws McpFailure; the signal's reason after an abort */
  async call(request: ToolCallRequest, signal: AbortSignal): Promise<CallAnswer> {
    const limit = AbortSignal.timeout(this.parts.settings.timeoutMs);
    const all = AbortSignal.any([signal, limit, this.stopping.signal]);
    const sent = { isUnderWay: false };
    this.calls++;
    try {
      return await this.callOnce(request, all, sent).catch((error: unknown) => {
        if (all.aborted || !sent.isUnderWay || !isUndone(error)) throw error;
        // It has forgotten the connection, and has done nothing.
        sent.isUnderWay = false;
        this.notBefore = 0;
        return this.callOnce(request, all, sent);
      });
    } catch (error) {
      signal.throwIfAborted();
      const kind = sent.isUnderWay ? 'interrupted' : 'unreachable';
      if (limit.aborted) throw new McpFailure(kind, this.lateText(kind));
      if (this.stopping.signal.aborted) throw new McpFailure(kind, NOT_USED);
      throw error instanceof McpFailure ? error : new McpFailure(kind, errorText(error));
    } finally {
      this.calls--;
    }
  }

  private lateText(kind: McpFailureKind): string {
    const { isStarting, note = '' } = this.current;
    const late = `no answer within ${this.parts.settings.timeoutMs / 1_000} s`;
    return isStarting && kind === 'unreachable' ? `${late}: it is ${note}` : late;
  }

  /** Ends the connection and the program; resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.stopping.abort(new Error(NOT_USED));
    await this.opening?.then(
      (open) => open.close(),
      () => undefined,
    );
    await this.closing;
    // Else a list of this server could be noted after one of its successor.
    await this.reading;
  }

  private async callOnce(
    request: ToolCallRequest,
    signal: AbortSignal,
    sent: { isUnderWay: boolean },
  ): Promise<CallAnswer> {
    const connection = await orAborted(this.connected(), signal);
    sent.isUnderWay = true;
    try {
      return await connection.call(request, signal);
    } catch (error) {
      if (isUndone(error) || wantsLogin(error)) this.drop(connection, error);
      if (error instanceof McpFailure && error.missingScope !== undefined)
        this.parts.onMissingScope(error.missingScope);
      throw error;
    }
  }

  private async read(): Promise<void> {
    clearTimeout(this.timer);
    try {
      const offered = await this.list(await this.connected());
      await this.parts.onTools(offered);
      this.become({ ...this.current, note: offered.isUndeclared === true ? NO_TOOLS : undefined });
      this.goodSince = Math.min(this.goodSince, this.parts.now());
      this.refreshAfter(this.hasChanged ? NOTICE_PAUSE_MS : freshMs(offered));
    } catch (error) {
      if (this.connection) this.fail(error);
      this.refreshAfter(this.pauseMs());
    }
  }

  private async list(connection: McpConnection): Promise<OfferedTools> {
    this.readAt = this.parts.now();
    this.hasChanged = false;
    try {
      return await connection.listTools(this.untilStop(LIST_MS));
    } catch (error) {
      // A program that only works at a long call is not ended.
      if (this.calls === 0 || isUndone(error) || wantsLogin(error)) this.drop(connection, error);
      throw error;
    }
  }

  private refreshAfter(ms: number): void {
    clearTimeout(this.timer);
    if (!this.stopping.signal.aborted) this.timer = setTimeout(() => void this.refresh(), ms).unref();
  }

  private connected(): Promise<McpConnection> {
    if (this.stopping.signal.aborted) return Promise.reject(new McpFailure('unreachable', NOT_USED));
    if (this.opening) return this.opening;
    const waitMs = this.notBefore - this.parts.now();
    if (waitMs > 0)
      return Promise.reject(
        new McpFailure(
          'unreachable',
          `${this.current.problem ?? 'it failed'}; next attempt in ${Math.ceil(waitMs / 1_000)} s`,
        ),
      );
    const opening = this.open();
    this.opening = opening;
    opening.catch((error: unknown) => {
      this.opening = undefined;
      this.fail(error);
    });
    return opening;
  }

  private async open(): Promise<McpConnection> {
    const { settings, open, log, now } = this.parts;
    await this.closing;
    const onToolsChanged = () => {
      this.hasChanged = true;
      if (!this.reading) this.refreshAfter(Math.max(0, this.readAt + NOTICE_PAUSE_MS - now()));
    };
    if (settings.command !== undefined && this.current.revision === undefined)
      this.become({ ...this.current, isStarting: true, note: firstStartText(settings) });
    const connection = await open(settings, { log, onToolsChanged }, this.stopping.signal);
    this.connection = connection;
    this.goodSince = now();
    const { revision } = connection;
    const isUp = { isUp: true, since: now(), wantsLogin: false, isStarting: false, note: undefined };
    this.become({ ...this.current, ...isUp, revision });
    connection.onClose(() => this.drop(connection, new McpFailure('unreachable', 'the connection ended')));
    return connection;
  }

  /** Gives up a connection that is of no use any more. */
  private drop(connection: McpConnection, error: unknown): void {
    if (this.connection !== connection || this.stopping.signal.aborted) return;
    this.connection = undefined;
    this.opening = undefined;
    this.closing = connection.close();
    this.fail(error);
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
    // A server that ends soon after each start is not started at once for ever.
    if (now - this.goodSince >= LONGEST_PAUSE_MS) this.failures = 0;
    this.goodSince = Infinity;
    this.notBefore = now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.failures++, 10));
    const problem = withoutSecrets(errorText(error), this.parts.settings);
    const { isUp, since } = this.current;
    const down = { isUp: false, since: isUp === false ? since : now, wantsLogin: wantsLogin(error) };
    const over = { isStarting: false, note: undefined };
    this.become({ ...this.current, ...(this.connection ? {} : { ...down, ...over }), problem });
  }

  private become(state: ServerState): void {
    const isNew = state.isUp !== this.current.isUp;
    this.current = state;
    if (isNew) this.parts.onState(state);
  }
}

/** Shorter values, such as `1` in a variable, are found in words. */
const LEAST_SECRET = 6;

/** A problem without what only the server may know: it may repeat what it was sent, and alerts go to other programs. */
function withoutSecrets(
  text: string,
  { url, token, clientSecret, headers = {}, env = {} }: ServerSettings,
): string {
  const { search = '', searchParams = new URLSearchParams() } = (url && URL.parse(url)) || {};
  const inHeaders = Object.values(headers).flatMap((value) => [value, ...value.split(' ')]);
  const values = [search, ...searchParams.values(), token, clientSecret, ...inHeaders, ...Object.values(env)];
  return values
    .filter((value) => value !== undefined && value.length >= LEAST_SECRET)
    .reduce<string>((masked, value = '') => masked.replaceAll(value, MASK), text);
}

const freshMs = ({ ttlMs = REFRESH_MS }: OfferedTools): number =>
  Math.min(LONGEST_REFRESH_MS, Math.max(SHORTEST_REFRESH_MS, ttlMs));

const firstStartText = ({ startMs }: ServerSettings): string =>
  `starting for the first time, which may take up to ${startMs / 1_000} s`;

const NO_TOOLS = 'it has no tools: it does not declare the capability `tools`';

const NOT_USED = 'the server is no longer used';

/** Whether the server has certainly done nothing. */
const isUndone = (error: unknown): boolean => error instanceof McpFailure && error.kind === 'unreachable';

const wantsLogin = (error: unknown): boolean => error instanceof McpFailure && error.kind === 'unauthorized';

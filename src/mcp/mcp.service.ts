import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Clock, errorText } from '../common/index.js';
import { GatehouseConfig, MCP, type McpServerConfig } from '../config/index.js';
import { Database, type Tx } from '../persistence/index.js';
import type { CallAnswer } from './connection/mcp-connection.js';
import { connecting } from './connection/connecting.js';
import { McpFailure } from './connection/mcp-connection.js';
import { takesLogin } from './login/login.js';
import type { LoginAuth } from './login/login-auth.js';
import { Logins, type LoginView } from './login/logins.service.js';
import { hasHadPrograms } from './program-folders.js';
import type { ProgramRecords } from './programs/program-records.js';
import type { McpServer, ServerState } from './servers/mcp-server.js';
import type { ListedTool, McpTool, ServerTools } from './tools/tool-catalog.js';
import { canonicalJson, digestOf } from './tools/tool-definition.js';
import { originOf, ToolLists } from './tools/tool-lists.service.js';

/** How often a replica reads what others have listed or accepted, ms. */
const LOOK_MS = 5_000;

/** A server, its state here and its tools. */
export interface ServerView extends ServerTools {
  readonly name: string;
  /** Undefined for a program. */
  readonly url: string | undefined;
  readonly state: ServerState | undefined;
  /** The login of a person; undefined for a server that takes none. */
  readonly login?: LoginState | undefined;
}

/** Whether a person has logged in to a server, and why someone has to. */
export interface LoginState {
  readonly login: LoginView | undefined;
  /** Undefined while no one has to do anything. */
  readonly need: string | undefined;
}

/** How many of a server's tools wait for someone to accept them. */
export const waitingIn = ({ withheld }: ServerTools): number =>
  withheld.filter(({ reason }) => reason === 'new' || reason === 'changed').length;

interface Running {
  readonly server: McpServer;
  readonly key: string;
  readonly origin: string;
  readonly auth: LoginAuth | undefined;
}

/**
 * The servers of this process and the tools they have. A turn reads the lists in memory and never waits for a server;
 * without a configured server nothing of this is loaded.
 */
@Injectable()
export class Mcp implements OnApplicationShutdown {
  private readonly logger = new Logger('Mcp');
  private readonly running = new Map<string, Running>();
  private logins: ReadonlyMap<string, LoginView> = new Map();
  private work: Promise<void> = Promise.resolve();
  private records: Promise<ProgramRecords> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStarted = false;
  private isStopped = false;

  constructor(
    private readonly config: GatehouseConfig,
    private readonly lists: ToolLists,
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly stored: Logins,
  ) {
    stored.onChange((server) => void this.followLogin(server));
  }

  /**
   * Connects to the configured servers, and follows changes of the configuration. Resolves when their stored lists are
   * read, so that no turn and no approved call finds a tool missing that is only not read yet.
   */
  async start(): Promise<void> {
    this.isStarted = true;
    this.config.onChange(() => void this.follow());
    if (Object.keys(this.config.get(MCP).servers).length > 0) await this.reread();
    void this.follow();
  }

  /** Resolves when the lists are in memory, also in a process that calls no server. */
  async known(): Promise<void> {
    if (this.isStarted) await this.work;
    else if (Object.keys(this.config.get(MCP).servers).length > 0) await this.reread();
  }

  /** The tools of a server; undefined for one that is not configured. */
  toolsOf(server: string): ServerTools | undefined {
    return this.lists.of(server);
  }

  /**
   * A digest of all that decides where a call goes and what it does there: the address, or the command with its folder and
   * environment, as they are configured now. An approval is for that alone.
   */
  bindingOf(server: string): string | undefined {
    const settings = this.config.get(MCP).servers[server];
    if (!settings) return undefined;
    const { url, command, args, cwd, env } = settings;
    return digestOf(canonicalJson({ url, command, args, cwd, env }));
  }

  views(): readonly ServerView[] {
    return Object.entries(this.config.get(MCP).servers).map(([name, settings]) => {
      const { tools = [], withheld = [] } = this.lists.of(name) ?? {};
      const state = this.running.get(name)?.server.state;
      const login = takesLogin(settings) ? this.loginOf(name, state) : undefined;
      return { name, url: settings.url, state, login, tools, withheld };
    });
  }

  /** The tools of a server with their definitions, by name; undefined for one that is not configured. */
  listed(server: string): Promise<readonly ListedTool[] | undefined> {
    return this.lists.listed(server);
  }

  /** As `ToolLists.accept`. */
  accept(
    tx: Tx,
    server: string,
    shown: { readonly shown: ReadonlyMap<string, string>; readonly by: string },
  ): Promise<string | undefined> {
    return this.lists.accept(tx, server, shown);
  }

  /** @throws McpFailure; the signal's reason after an abort */
  async call(
    tool: McpTool,
    input: Readonly<Record<string, unknown>>,
    { meta, signal }: { readonly meta?: Readonly<Record<string, unknown>>; readonly signal: AbortSignal },
  ): Promise<CallAnswer> {
    if (!this.running.has(tool.server)) await this.work;
    const found = this.running.get(tool.server);
    if (!found) throw new McpFailure('unreachable', `the server ${tool.server} no longer exists`);
    // The turn, or the check of an approved call, may have read its lists before the configuration was changed.
    if (found.origin !== tool.origin)
      throw new McpFailure('unreachable', `the server ${tool.server} was replaced by another one`);
    return found.server.call({ tool: tool.offered, input, meta }, signal);
  }

  /** Reads the lists of all servers again; resolves when each has answered or failed. */
  async refresh(): Promise<void> {
    await Promise.all([...this.running.values()].map(({ server }) => server.refresh()));
  }

  /** Reads again what is stored, after someone has accepted tools or has logged in. */
  async reread(): Promise<void> {
    const [logins] = await Promise.all([this.stored.all(), this.lists.reread()]);
    this.logins = logins;
  }

  /** After the jobs under way, which may be calling. */
  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.work;
    await Promise.all([...this.running.values()].map(({ server }) => server.stop()));
  }

  /** Applies the configuration, one change of it after the other. */
  follow(): Promise<void> {
    this.work = this.work
      .then(() => this.apply())
      .catch((error: unknown) => {
        this.logger.error(`the MCP servers could not be set up: ${errorText(error)}`);
      });
    return this.work;
  }

  private async apply(): Promise<void> {
    const servers = this.config.get(MCP).servers;
    const gone = [...this.running].filter(
      ([name, { key }]) => servers[name] === undefined || keyOf(servers[name]) !== key,
    );
    for (const [name] of gone) {
      await this.running.get(name)?.server.stop();
      this.running.delete(name);
      this.lists.forget(name);
    }
    await this.tidy(servers);
    if (Object.keys(servers).length === 0) {
      this.lists.clear();
      clearTimeout(this.timer);
      return;
    }
    if (this.isStopped) return;
    await this.reread();
    this.lookLater();
    for (const [name, settings] of Object.entries(servers)) {
      if (this.running.has(name)) continue;
      const auth = takesLogin(settings) ? await this.stored.authFor(name, settings) : undefined;
      const server = await this.serverFor(name, settings, auth);
      this.running.set(name, { server, auth, key: keyOf(settings), origin: originOf(settings) });
      void server.refresh();
    }
  }

  /** Ends what a killed gateway has left, and removes the homes of programs that are not configured any more. */
  private async tidy(servers: Readonly<Record<string, McpServerConfig>>): Promise<void> {
    const { stateDir } = this.config.environment;
    if (!hasHadPrograms(stateDir)) return;
    const [{ recordsIn }, { removeHomes }] = await Promise.all([
      import('./programs/leftovers.js'),
      import('./programs/program-homes.js'),
    ]);
    await (this.records ??= recordsIn(stateDir));
    for (const home of await removeHomes(stateDir, (name) => servers[name]?.command !== undefined))
      this.logger.warn(`${home} could not be removed: remove it yourself`);
  }

  private async serverFor(
    name: string,
    settings: McpServerConfig,
    authProvider: LoginAuth | undefined,
  ): Promise<McpServer> {
    const [{ McpServer }, { homeOf, openConnection, recordsIn }] = await Promise.all([
      import('./servers/mcp-server.js'),
      connecting(),
    ]);
    const { stateDir } = this.config.environment;
    this.records ??= recordsIn(stateDir);
    const own = { records: await this.records, home: homeOf(stateDir, name), known: {}, authProvider };
    const logger = new Logger(`Mcp ${name}`);
    return new McpServer({
      name,
      settings,
      open: (each, options, signal) => openConnection(each, { ...options, ...own }, signal),
      now: () => this.clock.now(),
      log: (line) => logger.debug(line),
      onState: ({ isUp, problem, revision = '' }) => {
        if (isUp) logger.log(`up, with revision ${revision}`);
        else logger.warn(`down: ${problem ?? 'the reason is unknown'}`);
      },
      onTools: (offered) => this.lists.note(name, settings, offered),
      onMissingScope: (scope) => this.noteMissingScope(name, scope),
    });
  }

  private loginOf(name: string, state: ServerState | undefined): LoginState {
    const login = this.logins.get(name);
    const wanted = login ? state?.problem : 'not logged in';
    return { login, need: login?.need ?? (state?.wantsLogin === true ? wanted : undefined) };
  }

  /** A login began or ended, here or at another replica. */
  private async followLogin(name: string): Promise<void> {
    const found = this.running.get(name);
    found?.auth?.forget();
    await this.reread().catch((error: unknown) =>
      this.logger.debug(`logins could not be read: ${errorText(error)}`),
    );
    await found?.server.retry();
  }

  private noteMissingScope(name: string, scope: string): void {
    this.stored.noteMissingScope(name, scope).catch((error: unknown) => {
      this.logger.warn(`could not record that ${name} requires another scope: ${errorText(error)}`);
    });
  }

  private async rereadIfChanged(): Promise<void> {
    const before = this.logins;
    const [logins] = await Promise.all([this.stored.all(), this.lists.rereadIfChanged()]);
    this.logins = logins;
    const names = new Set([...before.keys(), ...logins.keys()]);
    for (const name of names)
      if (before.get(name)?.version !== logins.get(name)?.version) void this.followLogin(name);
  }

  /** The embedded database has no other replicas. */
  private lookLater(): void {
    clearTimeout(this.timer);
    if (this.db.dialect !== 'postgres' || this.isStopped) return;
    this.timer = setTimeout(() => {
      this.rereadIfChanged()
        .catch((error: unknown) => this.logger.debug(`the tools could not be read: ${errorText(error)}`))
        .finally(() => this.lookLater());
    }, LOOK_MS).unref();
  }
}

/** Equal while a server needs no new connection. */
const keyOf = (settings: McpServerConfig): string =>
  JSON.stringify(Object.entries(settings).filter(([name]) => !OF_CALLS.includes(name)));

/** Settings that need no new connection. */
const OF_CALLS = ['tools', 'pin', 'identify', 'maxResultChars'];

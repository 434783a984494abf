import { createHash } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Clock, errorText } from '../common/index.js';
import { GatehouseConfig, MCP, type McpServerConfig } from '../config/index.js';
import { Database, type Tx } from '../persistence/index.js';
import type { CallAnswer, OfferedTools } from './connection/mcp-connection.js';
import { McpFailure } from './connection/mcp-connection.js';
import type { ProgramRecords } from './programs/program-records.js';
import type { McpServer, ServerState } from './servers/mcp-server.js';
import {
  type ListedTool,
  listedIn,
  type McpTool,
  type ServerTools,
  toolsIn,
  unfitTool,
  type WithheldTool,
} from './tools/tool-catalog.js';
import { connecting } from './connection/connecting.js';
import {
  canonicalJson,
  definitionIn,
  definitionText,
  type DefinitionText,
  digestOf,
} from './tools/tool-definition.js';
import { type ToolPin, ToolPins } from './tools/tool-pins.repository.js';
import { withoutUnseen } from './tools/unseen-text.js';

/** How often a replica reads what others have listed or accepted, ms. */
const LOOK_MS = 5_000;

/** A server, its state here and its tools. */
export interface ServerView extends ServerTools {
  readonly name: string;
  /** Undefined for a program. */
  readonly url: string | undefined;
  readonly state: ServerState | undefined;
}

/** How many of a server's tools wait for somebody to accept them. */
export const waitingIn = ({ withheld }: ServerTools): number =>
  withheld.filter(({ reason }) => reason === 'new' || reason === 'changed').length;

interface Running {
  readonly server: McpServer;
  readonly key: string;
  readonly origin: string;
}

/**
 * The servers of this process and the tools they have. A turn reads the lists in memory and never waits for a server;
 * without a configured server nothing of this is loaded.
 */
@Injectable()
export class Mcp implements OnApplicationShutdown {
  private readonly logger = new Logger('Mcp');
  private readonly running = new Map<string, Running>();
  private readonly unfit = new Map<string, readonly WithheldTool[]>();
  private lists: ReadonlyMap<string, ServerTools> = new Map();
  private reading: Promise<void> = Promise.resolve();
  /** The version of the stored tools that were read last, where other replicas write them too. */
  private version = '';
  private work: Promise<void> = Promise.resolve();
  private records: Promise<ProgramRecords> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStarted = false;
  private isStopped = false;

  constructor(
    private readonly config: GatehouseConfig,
    private readonly pins: ToolPins,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

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
    return this.lists.get(server);
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
    return Object.entries(this.config.get(MCP).servers).map(([name, { url }]) => {
      const { tools = [], withheld = [] } = this.lists.get(name) ?? {};
      return {
        name,
        url,
        state: this.running.get(name)?.server.state,
        tools,
        withheld,
      };
    });
  }

  /** The tools of a server with their definitions, by name; undefined for one that is not configured. */
  async listed(server: string): Promise<readonly ListedTool[] | undefined> {
    const settings = this.config.get(MCP).servers[server];
    if (!settings) return undefined;
    const pins = (await this.pins.all()).filter((pin) => pin.server === server && isOf(pin, settings));
    return [...listedIn(pins, settings), ...(this.unfit.get(server) ?? []).map(unfitTool)];
  }

  /**
   * Accepts definitions as they were shown, in the transaction of the caller, who reads the lists again after it.
   * @param shown digests by name
   * @returns the name of one that the server does not offer so any more; then nothing may be committed
   */
  async accept(
    tx: Tx,
    server: string,
    { shown, by }: { readonly shown: ReadonlyMap<string, string>; readonly by: string },
  ): Promise<string | undefined> {
    const settings = this.config.get(MCP).servers[server];
    const origin = settings ? originOf(settings) : '';
    await this.pins.lock(tx, server);
    const texts = await this.pins.offeredBy(tx, { server, origin });
    const offered = new Map(texts.map((text) => [digestOf(text), text]));
    for (const [name, digest] of shown) {
      const definition = offered.get(digest);
      if (definition === undefined || definitionIn(definition).name !== name) return name;
      await this.pins.accept(tx, { server, origin }, { name, definition, by });
    }
    return undefined;
  }

  /** @throws McpFailure; the signal's reason after an abort */
  async call(
    tool: McpTool,
    input: Readonly<Record<string, unknown>>,
    { meta, signal }: { readonly meta?: Readonly<Record<string, unknown>>; readonly signal: AbortSignal },
  ): Promise<CallAnswer> {
    if (!this.running.has(tool.server)) await this.work;
    const found = this.running.get(tool.server);
    if (!found) throw new McpFailure('unreachable', `there is no server ${tool.server} any more`);
    // The turn, or the check of an approved call, may have read its lists before the configuration was changed.
    if (found.origin !== tool.origin)
      throw new McpFailure('unreachable', `the server ${tool.server} is another one by now`);
    return found.server.call({ tool: tool.offered, input, meta }, signal);
  }

  /** Reads the lists of all servers again; resolves when each has answered or failed. */
  async refresh(): Promise<void> {
    await Promise.all([...this.running.values()].map(({ server }) => server.refresh()));
  }

  /** Reads the stored lists again, after somebody has accepted tools. */
  reread(): Promise<void> {
    // One after the other, because an older answer must not replace a newer one.
    const read = this.reading.then(() => this.readLists());
    this.reading = read.catch(() => undefined);
    return read;
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
        this.logger.error(`the servers of tools could not be set up: ${errorText(error)}`);
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
      this.unfit.delete(name);
    }
    if (Object.keys(servers).length === 0) {
      this.lists = new Map();
      clearTimeout(this.timer);
      return;
    }
    if (this.isStopped) return;
    await this.reread();
    this.lookLater();
    for (const [name, settings] of Object.entries(servers)) {
      if (this.running.has(name)) continue;
      const server = await this.serverFor(name, settings);
      this.running.set(name, { server, key: keyOf(settings), origin: originOf(settings) });
      void server.refresh();
    }
  }

  private async serverFor(name: string, settings: McpServerConfig): Promise<McpServer> {
    const [{ McpServer }, { openConnection, recordsIn }] = await Promise.all([
      import('./servers/mcp-server.js'),
      connecting(),
    ]);
    this.records ??= recordsIn(this.config.environment.stateDir);
    const records = await this.records;
    const logger = new Logger(`Mcp ${name}`);
    return new McpServer({
      name,
      settings,
      open: (own, options, signal) => openConnection(own, { ...options, records }, signal),
      now: () => this.clock.now(),
      log: (line) => logger.debug(line),
      onState: ({ isUp, problem, revision = '' }) => {
        if (isUp) logger.log(`up, with revision ${revision}`);
        else logger.warn(`down: ${problem ?? 'the reason is not known'}`);
      },
      onTools: (offered) => this.noteTools(name, settings, offered),
    });
  }

  private async noteTools(server: string, settings: McpServerConfig, list: OfferedTools): Promise<void> {
    const offered = new Map<string, DefinitionText>();
    const unfit: WithheldTool[] = [];
    for (const tool of list.tools) {
      const text = definitionText(tool);
      if (typeof text === 'string') offered.set(tool.name, text);
      else unfit.push({ server, name: shownName(tool.name), reason: 'unfit', detail: text.problem });
    }
    if (list.hasMore)
      unfit.push({
        server,
        name: '…',
        reason: 'unfit',
        detail: `the server has more tools; no more than ${list.tools.length} are read`,
      });
    this.unfit.set(server, unfit);
    await this.pins.note({ server, origin: originOf(settings), offered });
    await this.reread();
  }

  private async readLists(): Promise<void> {
    const pins = Map.groupBy(await this.pins.all(), ({ server }) => server);
    this.lists = new Map(
      Object.entries(this.config.get(MCP).servers).map(([name, settings]) => {
        const own = (pins.get(name) ?? []).filter((pin) => isOf(pin, settings));
        const { tools, withheld } = toolsIn(own, settings);
        const list = { tools, withheld: [...withheld, ...(this.unfit.get(name) ?? [])] };
        return [name, theSame(this.lists.get(name), list)];
      }),
    );
  }

  private async rereadIfChanged(): Promise<void> {
    const version = await this.pins.version();
    if (version === this.version) return;
    await this.reread();
    this.version = version;
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

/** The list from before where nothing in it has changed: whatever was made of it stays valid. */
const theSame = (before: ServerTools | undefined, now: ServerTools): ServerTools =>
  before && shapeOf(before) === shapeOf(now) ? before : now;

const shapeOf = ({ tools, withheld }: ServerTools): string =>
  JSON.stringify([
    tools.map(({ origin, name, digest, definition }) => [origin, name, digest, definition.name]),
    withheld,
  ]);

/** Equal while a server needs no new connection. */
const keyOf = (settings: McpServerConfig): string =>
  JSON.stringify(Object.entries(settings).filter(([name]) => !OF_CALLS.includes(name)));

/** Settings that need no new connection. */
const OF_CALLS = ['tools', 'pin', 'identify', 'maxResultChars'];

/** The server behind a name: another address or command is another server. */
const originOf = ({ url, command, args }: McpServerConfig): string =>
  createHash('sha256')
    .update(JSON.stringify([url, command, args]))
    .digest('hex');

/** A name that a server may have made of anything. */
const shownName = (name: string): string => withoutUnseen(name).slice(0, 128).toWellFormed();

/** Whether a definition came from the server that is configured now, not from one of the same name before it. */
const isOf = ({ origin }: ToolPin, settings: McpServerConfig): boolean => origin === originOf(settings);

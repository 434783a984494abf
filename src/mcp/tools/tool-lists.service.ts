import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { GatehouseConfig, MCP, type McpServerConfig } from '../../config/index.js';
import type { Tx } from '../../persistence/index.js';
import type { OfferedTools } from '../connection/mcp-connection.js';
import {
  type ListedTool,
  listedIn,
  type ServerTools,
  toolsIn,
  unfitTool,
  type WithheldTool,
} from './tool-catalog.js';
import { definitionIn, definitionText, type DefinitionText, digestOf, nameIn } from './tool-definition.js';
import { type ToolPin, ToolPins } from './tool-pins.repository.js';
import { withoutUnseen } from './unseen-text.js';

/** The tools of all servers, as they are stored and as turns find them in memory. */
@Injectable()
export class ToolLists {
  private readonly unfit = new Map<string, readonly WithheldTool[]>();
  private lists: ReadonlyMap<string, ServerTools> = new Map();
  private reading: Promise<void> = Promise.resolve();
  /** The version of the stored tools that were read last, where other replicas write them too. */
  private version = '';

  constructor(
    private readonly config: GatehouseConfig,
    private readonly pins: ToolPins,
  ) {}

  /** The tools of a server; undefined for one that is not configured. */
  of(server: string): ServerTools | undefined {
    return this.lists.get(server);
  }

  /** The tools of a server with their definitions, by name; undefined for one that is not configured. */
  async listed(server: string): Promise<readonly ListedTool[] | undefined> {
    const settings = this.config.get(MCP).servers[server];
    if (!settings) return undefined;
    const pins = (await this.pins.all()).filter((pin) => pin.server === server && isOf(pin, settings));
    return [...listedIn(pins, settings), ...(this.unfit.get(server) ?? []).map(unfitTool)];
  }

  /** Stores the list of a server. */
  async note(server: string, settings: McpServerConfig, list: OfferedTools): Promise<void> {
    const offered = new Map<string, DefinitionText>();
    const unfit: WithheldTool[] = [];
    for (const tool of list.tools) {
      const text = definitionText(tool);
      const name = nameIn(tool);
      if (typeof text === 'string') offered.set(name, text);
      else unfit.push({ server, name: shownName(name), reason: 'unfit', detail: text.problem });
    }
    if (list.hasMore)
      unfit.push({
        server,
        name: '…',
        reason: 'unfit',
        detail: `the server has more tools, but only ${list.tools.length} are read`,
      });
    this.unfit.set(server, unfit);
    await this.pins.note({ server, origin: originOf(settings), offered });
    await this.reread();
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

  /** Drops what only this process knows of a server that is not used any more. */
  forget(server: string): void {
    this.unfit.delete(server);
  }

  /** For a process without servers. */
  clear(): void {
    this.lists = new Map();
  }

  /** Reads the stored lists again, after someone has accepted tools. */
  reread(): Promise<void> {
    // One after the other, because an older answer must not replace a newer one.
    const read = this.reading.then(() => this.read());
    this.reading = read.catch(() => undefined);
    return read;
  }

  async rereadIfChanged(): Promise<void> {
    const version = await this.pins.version();
    if (version === this.version) return;
    await this.reread();
    this.version = version;
  }

  private async read(): Promise<void> {
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
}

/** The server behind a name: another address or command is another server. */
export const originOf = ({ url, command, args }: McpServerConfig): string =>
  createHash('sha256')
    .update(JSON.stringify([url, command, args]))
    .digest('hex');

/** The list from before where nothing in it has changed: whatever was made of it stays valid. */
const theSame = (before: ServerTools | undefined, now: ServerTools): ServerTools =>
  before && shapeOf(before) === shapeOf(now) ? before : now;

const shapeOf = ({ tools, withheld }: ServerTools): string =>
  JSON.stringify([
    tools.map(({ origin, name, digest, definition }) => [origin, name, digest, definition.name]),
    withheld,
  ]);

/** A name that a server may have made of anything. */
const shownName = (name: string): string => withoutUnseen(name).slice(0, 128).toWellFormed();

/** Whether a definition came from the server that is configured now, not from one of the same name before it. */
const isOf = ({ origin }: ToolPin, settings: McpServerConfig): boolean => origin === originOf(settings);

import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { Database, type Row, type Tx } from '../../persistence/index.js';
import type { DefinitionText } from './tool-definition.js';

/** A tool as it was accepted and as it is offered. */
export interface ToolPin {
  readonly server: string;
  readonly name: string;
  /** Digest of the address or command that it came from. */
  readonly origin: string;
  /** Undefined while no one has accepted it. */
  readonly accepted: DefinitionText | undefined;
  /** Undefined when the server's last list is without it. */
  readonly offered: DefinitionText | undefined;
}

/** A server by its name and the digest of its address or command. */
export interface PinnedServer {
  readonly server: string;
  readonly origin: string;
}

/** A server's list. */
export interface ServerList extends PinnedServer {
  readonly offered: ReadonlyMap<string, DefinitionText>;
}

/** Stores the definitions of tools: what was accepted stays, whatever a server says later. */
@Injectable()
export class ToolPins {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async all(): Promise<readonly ToolPin[]> {
    return (await this.rows(this.db.on()).orderBy('server').orderBy('name').execute()).map(pinOf);
  }

  /** Differs after every change of what `all` returns. */
  async version(): Promise<string> {
    // Sums, because the change that is committed last need not have the latest time.
    const row = await this.db
      .on()
      .selectFrom('mcp_tools')
      .select(({ fn }) => [
        fn.countAll().as('tools'),
        fn.count('accepted_at').as('accepted'),
        fn.sum('offered_at').as('offeredAt'),
        fn.sum('accepted_at').as('acceptedAt'),
      ])
      .executeTakeFirstOrThrow();
    return [row.tools, row.accepted, row.offeredAt, row.acceptedAt].join(' ');
  }

  /**
   * Notes a list, and writes nothing when it is as it was. The first one of a server is accepted as it is; a server at
   * another address begins again.
   */
  async note(list: ServerList): Promise<void> {
    if (changeOf(await this.of(this.db.on(), list.server), list) === undefined) return;
    await this.db.transaction(async (tx) => {
      await this.lock(tx, list.server);
      // Another replica has read the same list.
      const change = changeOf(await this.of(this.db.on(tx), list.server), list);
      if (change) await this.write(tx, list, change);
    });
  }

  /** Keeps other transactions from changing the tools of a server until this one ends. */
  async lock(tx: Tx, server: string): Promise<void> {
    await this.db.lockScope(tx, `mcp-tools:${server}`);
  }

  async offeredBy(tx: Tx, { server, origin }: PinnedServer): Promise<readonly DefinitionText[]> {
    const pins = await this.of(this.db.on(tx), server);
    return pins.flatMap((pin) => (pin.origin === origin && pin.offered ? pin.offered : []));
  }

  async accept(
    tx: Tx,
    { server, origin }: PinnedServer,
    {
      name,
      definition,
      by,
    }: { readonly name: string; readonly definition: DefinitionText; readonly by: string },
  ): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('mcp_tools')
      .set({ accepted: definition, accepted_at: this.clock.now(), accepted_by: by })
      .where('server', '=', server)
      .where('name', '=', name)
      .where('origin', '=', origin)
      .execute();
  }

  private async write(tx: Tx, { server, origin }: PinnedServer, change: ListChange): Promise<void> {
    const db = this.db.on(tx);
    const now = this.clock.now();
    const ofServer = db.deleteFrom('mcp_tools').where('server', '=', server);
    if (change.isOtherServer) await ofServer.where('origin', '!=', origin).execute();
    if (change.forgotten.length > 0) await ofServer.where('name', 'in', change.forgotten).execute();
    if (change.gone.length > 0)
      await db
        .updateTable('mcp_tools')
        .set({ offered: null, offered_at: now })
        .where('server', '=', server)
        .where('name', 'in', change.gone)
        .execute();
    if (change.offered.length === 0) return;
    const first = (definition: DefinitionText) =>
      change.isFirst ? { accepted: definition, accepted_at: now } : {};
    await db
      .insertInto('mcp_tools')
      .values(
        change.offered.map(([name, definition]) => ({
          server,
          name,
          origin,
          offered: definition,
          offered_at: now,
          ...first(definition),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['server', 'name'])
          .doUpdateSet((eb) => ({ offered: eb.ref('excluded.offered'), offered_at: now })),
      )
      .execute();
  }

  private async of(db: Connection, server: string): Promise<readonly ToolPin[]> {
    return (await this.rows(db).where('server', '=', server).execute()).map(pinOf);
  }

  private rows(db: Connection) {
    return db.selectFrom('mcp_tools').select(['server', 'name', 'origin', 'accepted', 'offered']);
  }
}

type Connection = ReturnType<Database['on']>;

const pinOf = (
  row: Pick<Row<'mcp_tools'>, 'server' | 'name' | 'origin' | 'accepted' | 'offered'>,
): ToolPin => ({
  ...row,
  accepted: row.accepted ?? undefined,
  offered: row.offered ?? undefined,
});

/** The difference between a list and the stored one. */
interface ListChange {
  readonly isOtherServer: boolean;
  readonly isFirst: boolean;
  readonly offered: readonly (readonly [name: string, definition: DefinitionText])[];
  /** Accepted once, and not in the list any more. */
  readonly gone: readonly string[];
  /** Not in the list any more, and never accepted: a server may have any number of these. */
  readonly forgotten: readonly string[];
}

/** Undefined when nothing has changed. */
function changeOf(stored: readonly ToolPin[], { origin, offered }: ServerList): ListChange | undefined {
  const own = new Map(stored.filter((pin) => pin.origin === origin).map((pin) => [pin.name, pin]));
  const missing = [...own.values()].filter((pin) => pin.offered !== undefined && !offered.has(pin.name));
  const isAccepted = (pin: ToolPin) => pin.accepted !== undefined;
  const change = {
    isOtherServer: own.size < stored.length,
    isFirst: own.size === 0,
    offered: [...offered].filter(([name, definition]) => own.get(name)?.offered !== definition),
    gone: missing.filter(isAccepted).map(({ name }) => name),
    forgotten: missing.filter((pin) => !isAccepted(pin)).map(({ name }) => name),
  };
  const { isOtherServer, gone, forgotten } = change;
  return isOtherServer || change.offered.length + gone.length + forgotten.length > 0 ? change : undefined;
}

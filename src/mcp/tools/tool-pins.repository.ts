import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { Database, type Tx } from '../../persistence/index.js';
import type { DefinitionText } from './tool-definition.js';

/** A tool as it was accepted and as it is offered. */
export interface ToolPin {
  readonly server: string;
  readonly name: string;
  /** Undefined while nobody has accepted it. */
  readonly accepted: DefinitionText | undefined;
  /** Undefined when the server's last list is without it. */
  readonly offered: DefinitionText | undefined;
}

/** A server's list, and the digest of the address or command that it came from. */
export interface ServerList {
  readonly server: string;
  readonly origin: string;
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
    const rows = await this.db
      .on()
      .selectFrom('mcp_tools')
      .select(['server', 'name', 'accepted', 'offered'])
      .orderBy('server')
      .orderBy('name')
      .execute();
    return rows.map(({ server, name, accepted, offered }) => ({
      ...{ server, name },
      ...{ accepted: accepted ?? undefined, offered: offered ?? undefined },
    }));
  }

  /** Notes a list. The first one of a server is accepted as it is; a server at another address begins anew. */
  async note(tx: Tx, { server, origin, offered }: ServerList): Promise<void> {
    const db = this.db.on(tx);
    await db.deleteFrom('mcp_tools').where('server', '=', server).where('origin', '!=', origin).execute();
    const known = await db.selectFrom('mcp_tools').select('name').where('server', '=', server).execute();
    const now = this.clock.now();
    await db
      .updateTable('mcp_tools')
      .set({ offered: null, offered_at: now })
      .where('server', '=', server)
      .execute();
    const isFirst = known.length === 0;
    for (const [name, definition] of offered) {
      const first = isFirst ? { accepted: definition, accepted_at: now } : {};
      await db
        .insertInto('mcp_tools')
        .values({ server, name, origin, offered: definition, offered_at: now, ...first })
        .onConflict((conflict) =>
          conflict.columns(['server', 'name']).doUpdateSet({ offered: definition, offered_at: now }),
        )
        .execute();
    }
  }

  async offeredBy(tx: Tx, server: string): Promise<readonly DefinitionText[]> {
    const rows = await this.db
      .on(tx)
      .selectFrom('mcp_tools')
      .select('offered')
      .where('server', '=', server)
      .where('offered', 'is not', null)
      .execute();
    return rows.flatMap(({ offered }) => offered ?? []);
  }

  async accept(
    tx: Tx,
    server: string,
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
      .execute();
  }
}

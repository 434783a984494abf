import { Injectable } from '@nestjs/common';
import type { Target } from '../../channels/index.js';
import { Database, KeptFor, type Row, type Tx } from '../../persistence/index.js';
import type { ToolPermission } from './approval.js';

/** Everything that must be equal for a permission to count. */
export type PermittedCall = Pick<ToolPermission, 'agentId' | 'call' | 'place' | 'senderId'>;

/** Permissions for an hour. */
@KeptFor('permissions of tools', ({ eventsDays }) => eventsDays, {
  table: 'tool_permissions',
  key: 'id',
  age: 'ends_at',
})
@Injectable()
export class PermissionsRepository {
  constructor(private readonly db: Database) {}

  async insert(tx: Tx, { call, place, ...permission }: ToolPermission): Promise<void> {
    await this.db
      .on(tx)
      .insertInto('tool_permissions')
      .values({
        id: permission.id,
        agent_id: permission.agentId,
        provider: call.provider,
        tool: call.tool,
        model_name: call.modelName,
        origin: call.origin,
        definition: call.definition,
        channel: place.channel,
        account: place.account,
        conversation_id: place.conversation,
        sender_id: permission.senderId,
        sender_name: permission.senderName ?? null,
        granted_by: permission.grantedBy,
        created_at: permission.createdAt,
        ends_at: permission.endsAt,
      })
      .execute();
  }

  /** Whether one is in force. */
  async permits({ agentId, call, place, senderId }: PermittedCall, now: number): Promise<boolean> {
    const row = await this.db
      .on()
      .selectFrom('tool_permissions')
      .select('id')
      .where('ends_at', '>', now)
      .where('agent_id', '=', agentId)
      .where('provider', '=', call.provider)
      .where('tool', '=', call.tool)
      .where('origin', '=', call.origin)
      .where('definition', '=', call.definition)
      .where('channel', '=', place.channel)
      .where('account', '=', place.account)
      .where('conversation_id', '=', place.conversation)
      .where('sender_id', '=', senderId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Those in force, newest first. */
  async all(now: number): Promise<readonly ToolPermission[]> {
    const rows = await this.db
      .on()
      .selectFrom('tool_permissions')
      .selectAll()
      .where('ends_at', '>', now)
      .orderBy('created_at', 'desc')
      .execute();
    return rows.map(permissionOf);
  }

  /** @returns undefined when there is none in force with that id */
  async end(tx: Tx, id: string, now: number): Promise<ToolPermission | undefined> {
    const row = await this.db
      .on(tx)
      .updateTable('tool_permissions')
      .set({ ends_at: now })
      .where('id', '=', id)
      .where('ends_at', '>', now)
      .returningAll()
      .executeTakeFirst();
    return row && permissionOf(row);
  }
}

const permissionOf = (row: Row<'tool_permissions'>): ToolPermission => ({
  id: row.id,
  agentId: row.agent_id,
  call: {
    provider: row.provider,
    tool: row.tool,
    modelName: row.model_name,
    origin: row.origin,
    definition: row.definition,
  },
  place: { channel: row.channel, account: row.account, conversation: row.conversation_id } as Target,
  senderId: row.sender_id,
  senderName: row.sender_name ?? undefined,
  grantedBy: row.granted_by,
  createdAt: row.created_at,
  endsAt: row.ends_at,
});

import { Injectable } from '@nestjs/common';
import { Database, type Row, type Tx } from '../persistence/index.js';
import type { Identity, User } from './user.js';

type Account = Omit<User, 'identities'>;

/** Addresses that differ only in case, or in how an accent is written, are the same. */
export const emailKey = (email: string): string => email.normalize('NFC').toLowerCase();

@Injectable()
export class UserRepository {
  constructor(private readonly db: Database) {}

  async find(id: string, tx?: Tx): Promise<User | undefined> {
    const rows = await this.db
      .on(tx)
      .selectFrom('users as u')
      .leftJoin('user_identities as i', 'i.user_id', 'u.id')
      .selectAll('u')
      .select(['i.channel', 'i.account', 'i.sender_id', 'i.display_name as sender_name', 'i.linked_at'])
      .where('u.id', '=', id)
      .orderBy('i.linked_at')
      .execute();
    const [first] = rows;
    return first && toUser(first, rows.flatMap(toIdentity));
  }
}

function toUser(row: Row<'users'>, identities: readonly Identity[]): User {
  return { ...toAccount(row), identities };
}

function toAccount(row: Row<'users'>): Account {
  return {
    id: row.id,
    displayName: row.display_name,
    email: row.email,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Of a left join: all null when the user has none. */
interface IdentityRow {
  readonly channel: string | null;
  readonly account: string | null;
  readonly sender_id: string | null;
  readonly sender_name: string | null;
  readonly linked_at: number | null;
}

function toIdentity(row: IdentityRow): Identity[] {
  const { channel, account, sender_id: senderId, sender_name: displayName, linked_at: linkedAt } = row;
  if (channel === null || account === null || senderId === null || linkedAt === null) return [];
  return [{ channel, account, senderId, displayName, linkedAt }];
}

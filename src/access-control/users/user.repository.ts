import { Injectable } from '@nestjs/common';
import { canonicalName } from '../../common/index.js';
import { Database, type Row, type Tx } from '../../persistence/index.js';
import { AccountCache, type ExactCache } from '../account-cache.js';

export const USER_STATUSES = ['active', 'disabled'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** A sender on a channel that is known to be this user. */
export interface Identity {
  readonly id: string;
  readonly channel: string;
  /** Our account on the channel. */
  readonly account: string;
  /** In the channel's own form. */
  readonly senderId: string;
  /** The name the channel showed when the sender was let in; anyone may choose any name. */
  readonly displayName: string | null;
  /** Epoch ms. */
  readonly linkedAt: number;
}

/** A user of the Data API, who may hold keys (DESIGN 7). Times are epoch milliseconds. */
export interface User {
  readonly id: string;
  readonly displayName: string;
  readonly email: string;
  readonly status: UserStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** In the order of their linking. */
  readonly identities: readonly Identity[];
}

export interface NewUser {
  readonly email: string;
  /** Defaults to the local part of the address. */
  readonly displayName?: string | undefined;
}

/** A field that is left out stays as it is. */
export interface UserChange {
  readonly email?: string | undefined;
  readonly displayName?: string | undefined;
  readonly status?: UserStatus | undefined;
}

@Injectable()
export class UserRepository {
  private readonly users: ExactCache<User>;

  constructor(
    private readonly db: Database,
    private readonly cache: AccountCache,
  ) {
    this.users = cache.open();
  }

  find(id: string): Promise<User | undefined> {
    return this.users.get(id, () => this.read(id));
  }

  /** With `tx`, reads inside that transaction. */
  async read(id: string, tx?: Tx): Promise<User | undefined> {
    const [user] = await this.withIdentities(tx).where('u.id', '=', id).execute().then(toUsers);
    return user;
  }

  async findByEmail(email: string): Promise<User | undefined> {
    const query = this.withIdentities().where('u.email_key', '=', canonicalName(email));
    const [user] = await query.execute().then(toUsers);
    return user;
  }

  /** Ordered by id, which is the order of creation. */
  async page({ after, limit }: { after?: string; limit: number }): Promise<readonly User[]> {
    let ids = this.db.on().selectFrom('users').select('id').orderBy('id').limit(limit);
    if (after !== undefined) ids = ids.where('id', '>', after);
    const wanted = (await ids.execute()).map(({ id }) => id);
    if (wanted.length === 0) return [];
    return this.withIdentities().where('u.id', 'in', wanted).execute().then(toUsers);
  }

  /** The id of the user who has an address. */
  async ownerOf(tx: Tx, email: string): Promise<string | undefined> {
    const row = await this.db
      .on(tx)
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', canonicalName(email))
      .executeTakeFirst();
    return row?.id;
  }

  async insert(tx: Tx, user: User): Promise<void> {
    await this.db
      .on(tx)
      .insertInto('users')
      .values({ id: user.id, created_at: user.createdAt, ...changeable(user) })
      .execute();
  }

  async update(tx: Tx, user: User): Promise<void> {
    this.cache.forgetAfter(tx);
    await this.db.on(tx).updateTable('users').set(changeable(user)).where('id', '=', user.id).execute();
  }

  /** Also deletes the user's identities and keys. */
  async delete(tx: Tx, id: string): Promise<void> {
    this.cache.forgetAfter(tx);
    await this.db.on(tx).deleteFrom('users').where('id', '=', id).execute();
  }

  /** Selects one row for each identity, and one row for a user without identities. */
  private withIdentities(tx?: Tx) {
    return this.db
      .on(tx)
      .selectFrom('users as u')
      .leftJoin('user_identities as i', 'i.user_id', 'u.id')
      .selectAll('u')
      .select(['i.id as identity_id', 'i.channel', 'i.account', 'i.sender_id', 'i.linked_at'])
      .select('i.display_name as sender_name')
      .orderBy('u.id')
      .orderBy('i.id');
  }
}

type JoinedRow = Awaited<ReturnType<ReturnType<UserRepository['withIdentities']>['execute']>>[number];

function toUsers(rows: readonly JoinedRow[]): User[] {
  const byId = Map.groupBy(rows, ({ id }) => id);
  return [...byId.values()].flatMap((own) => own.slice(0, 1).map((row) => toUser(row, own)));
}

function toUser(row: Row<'users'>, joined: readonly JoinedRow[]): User {
  return {
    id: row.id,
    displayName: row.display_name,
    email: row.email,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    identities: joined.flatMap(toIdentity),
  };
}

function toIdentity(row: JoinedRow): Identity[] {
  const { identity_id: id, channel, account, sender_id: senderId, linked_at: linkedAt } = row;
  const isNone = id === null || channel === null || account === null || senderId === null;
  if (isNone || linkedAt === null) return [];
  return [{ id, channel, account, senderId, displayName: row.sender_name, linkedAt }];
}

const changeable = (user: User) => ({
  display_name: user.displayName,
  email: user.email,
  email_key: canonicalName(user.email),
  status: user.status,
  updated_at: user.updatedAt,
});

import { Injectable } from '@nestjs/common';
import type { SenderKey } from '../access-control/index.js';
import { Database, type Row, type Tx } from '../persistence/index.js';

export const PAIRING_STATUSES = ['pending', 'approved', 'denied', 'expired'] as const;
export type PairingStatus = (typeof PAIRING_STATUSES)[number];

/** The place where someone asked for access: a conversation of the channel, and its thread. */
export interface AskedIn {
  readonly conversationId: string;
  readonly threadId?: string | undefined;
}

/** An unknown sender's request to be let in. Times are epoch milliseconds. */
export interface PairingRequest extends SenderKey {
  readonly id: string;
  readonly senderName: string | null;
  /** Undefined for requests older than this column. */
  readonly askedIn?: AskedIn | undefined;
  readonly code: string;
  readonly status: PairingStatus;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Undefined until someone decides. */
  readonly decision?: { readonly by: string; readonly at: number } | undefined;
}

export interface PairingFilter {
  readonly channel?: string;
  readonly status?: PairingStatus;
  readonly after?: string;
  readonly limit: number;
}

/** A request with its number among all: the order in which they were stored, whatever the clocks said. */
export type NumberedRequest = PairingRequest & { readonly seq: number };

/** By `seq`; `upTo` included. */
export interface RequestsSince {
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
}

@Injectable()
export class PairingRepository {
  constructor(private readonly db: Database) {}

  async insert(tx: Tx, request: PairingRequest): Promise<void> {
    await this.db
      .on(tx)
      .insertInto('pairing_requests')
      .values({
        id: request.id,
        channel: request.channel,
        account: request.account,
        sender_id: request.senderId,
        sender_name: request.senderName,
        conversation_id: request.askedIn?.conversationId ?? null,
        thread_id: request.askedIn?.threadId ?? null,
        code: request.code,
        status: 'pending',
        created_at: request.createdAt,
        expires_at: request.expiresAt,
      })
      .execute();
  }

  async latestOf(sender: SenderKey, now: number, tx?: Tx): Promise<PairingRequest | undefined> {
    const row = await this.db
      .on(tx)
      .selectFrom('pairing_requests')
      .selectAll()
      .where('channel', '=', sender.channel)
      .where('account', '=', sender.account)
      .where('sender_id', '=', sender.senderId)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && toRequest(row, now);
  }

  async countPending(
    { channel, account }: Omit<SenderKey, 'senderId'>,
    now: number,
    tx?: Tx,
  ): Promise<number> {
    const row = await this.db
      .on(tx)
      .selectFrom('pairing_requests')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('status', '=', 'pending')
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    return row.count;
  }

  async latest(): Promise<number | undefined> {
    const newest = this.db.on().selectFrom('pairing_requests').select('seq').orderBy('seq', 'desc').limit(1);
    return (await newest.executeTakeFirst())?.seq;
  }

  async since({ after, upTo, limit }: RequestsSince, now: number): Promise<readonly NumberedRequest[]> {
    const rows = await this.db
      .on()
      .selectFrom('pairing_requests')
      .selectAll()
      .where('seq', '>', after)
      .where('seq', '<=', upTo)
      .orderBy('seq')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...toRequest(row, now), seq: row.seq }));
  }

  /** The `seq` of the request with this id, or of the last one before it where it is deleted; 0 = none. */
  async numberOf(id: string): Promise<number> {
    const upTo = this.db.on().selectFrom('pairing_requests').select('seq').where('id', '<=', id);
    return (await upTo.orderBy('id', 'desc').limit(1).executeTakeFirst())?.seq ?? 0;
  }

  /** The request that an operator can still decide. */
  async pendingBy(
    tx: Tx,
    by: { id: string } | { channel: string; code: string },
    now: number,
  ): Promise<PairingRequest | undefined> {
    let query = this.db
      .on(tx)
      .selectFrom('pairing_requests')
      .selectAll()
      .where('status', '=', 'pending')
      .where('expires_at', '>', now);
    query =
      'id' in by
        ? query.where('id', '=', by.id)
        : query.where('channel', '=', by.channel).where('code', '=', by.code);
    const row = await query.executeTakeFirst();
    return row && toRequest(row, now);
  }

  async find(tx: Tx, id: string, now: number): Promise<PairingRequest | undefined> {
    const row = await this.db
      .on(tx)
      .selectFrom('pairing_requests')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toRequest(row, now);
  }

  async decide(
    tx: Tx,
    id: string,
    decision: { status: 'approved' | 'denied'; at: number; by: string },
  ): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('pairing_requests')
      .set({ status: decision.status, decided_at: decision.at, decided_by: decision.by })
      .where('id', '=', id)
      .execute();
  }

  /** Ordered by id, which sorts by the time of asking. */
  async page(filter: PairingFilter, now: number): Promise<readonly PairingRequest[]> {
    let query = this.db.on().selectFrom('pairing_requests').selectAll().orderBy('id').limit(filter.limit);
    if (filter.channel !== undefined) query = query.where('channel', '=', filter.channel);
    if (filter.after !== undefined) query = query.where('id', '>', filter.after);
    const { status } = filter;
    if (status === 'pending') query = query.where('status', '=', 'pending').where('expires_at', '>', now);
    else if (status === 'expired')
      query = query.where('status', '=', 'pending').where('expires_at', '<=', now);
    else if (status !== undefined) query = query.where('status', '=', status);
    return (await query.execute()).map((row) => toRequest(row, now));
  }
}

const placeOf = ({ conversation_id: conversationId, thread_id: threadId }: Row<'pairing_requests'>) =>
  conversationId === null ? undefined : { conversationId, threadId: threadId ?? undefined };

const decisionIn = ({ decided_by: by, decided_at: at }: Row<'pairing_requests'>) =>
  by === null || at === null ? undefined : { by, at };

function toRequest(row: Row<'pairing_requests'>, now: number): PairingRequest {
  return {
    id: row.id,
    channel: row.channel,
    account: row.account,
    senderId: row.sender_id,
    senderName: row.sender_name,
    askedIn: placeOf(row),
    code: row.code,
    status: row.status === 'pending' && row.expires_at <= now ? 'expired' : row.status,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decision: decisionIn(row),
  };
}

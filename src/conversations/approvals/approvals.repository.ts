import { Injectable } from '@nestjs/common';
import { Database, KeptFor, type Row, type Tx } from '../../persistence/index.js';
import type { Approval, ApprovalRequest, ApprovalState, AskedIn, Decider, ShownRequest } from './approval.js';

/** An end of the waiting, and who brought it about. */
export interface ApprovalVerdict {
  readonly state: 'approved' | 'denied' | 'expired' | 'withdrawn';
  readonly at: number;
  readonly by: Pick<Decider, 'id' | 'name'>;
  readonly reason?: string | undefined;
}

/** The states of approvals that something is still to come of. */
const OPEN_STATES = ['pending', 'approved', 'running'] as const;
export type OpenState = (typeof OPEN_STATES)[number];

/** How an approved call ended. */
export interface ApprovalEnding {
  readonly state: 'done' | 'failed' | 'interrupted';
  /** As the model gets it. */
  readonly result?: string | undefined;
  /** Why the call was not made. */
  readonly reason?: string | undefined;
}

/** The conversation of pending approvals; with a session, only those of that session. */
export type ApprovalPlace = Pick<AskedIn, 'channel' | 'account'> & {
  readonly conversation: Pick<AskedIn['conversation'], 'id'>;
};

/** Approvals: every change of a state is a compare-and-set, so that each happens once. */
@KeptFor('approvals', ({ eventsDays }) => eventsDays, { table: 'approvals', key: 'id', age: 'ended_at' })
@Injectable()
export class ApprovalsRepository {
  constructor(private readonly db: Database) {}

  async insert(tx: Tx, { call, askedIn, ...request }: ApprovalRequest): Promise<void> {
    await this.db
      .on(tx)
      .insertInto('approvals')
      .values({
        id: request.id,
        code: request.code,
        state: 'pending',
        agent_id: request.agentId,
        provider: call.provider,
        tool: call.tool,
        model_name: call.modelName,
        origin: call.origin,
        definition: call.definition,
        input: call.input,
        digest: request.digest,
        channel: askedIn.channel,
        account: askedIn.account,
        conversation_id: askedIn.conversation.id,
        sender_id: askedIn.sender.id,
        asked_in: JSON.stringify(askedIn),
        shown: JSON.stringify(request.shown),
        session_key: request.sessionKey,
        event_id: request.eventId,
        created_at: request.createdAt,
        expires_at: request.expiresAt,
      })
      .execute();
  }

  async find(id: string, tx?: Tx): Promise<Approval | undefined> {
    const row = await this.db
      .on(tx)
      .selectFrom('approvals')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && approvalOf(row);
  }

  /** The newest one with that code. */
  async withCode(code: string, tx?: Tx): Promise<Approval | undefined> {
    const row = await this.db
      .on(tx)
      .selectFrom('approvals')
      .selectAll()
      .where('code', '=', code)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return row && approvalOf(row);
  }

  /** Newest first; `before` is the id of the last one of the previous page. */
  async page({
    limit,
    states,
    before,
  }: {
    readonly limit: number;
    readonly states?: readonly ApprovalState[] | undefined;
    readonly before?: string | undefined;
  }): Promise<readonly Approval[]> {
    let query = this.db.on().selectFrom('approvals').selectAll().orderBy('id', 'desc').limit(limit);
    if (states !== undefined) query = query.where('state', 'in', states);
    if (before !== undefined) query = query.where('id', '<', before);
    return (await query.execute()).map(approvalOf);
  }

  /** How many wait or run, by state. */
  async openCounts(): Promise<ReadonlyMap<OpenState, number>> {
    const rows = await this.db
      .on()
      .selectFrom('approvals')
      .select(['state', (count) => count.fn.countAll().as('count')])
      .where('state', 'in', OPEN_STATES)
      .groupBy('state')
      .execute();
    const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
    return new Map(OPEN_STATES.map((state) => [state, counts.get(state) ?? 0]));
  }

  /** Those that wait for a person in a conversation, oldest first. */
  async pendingIn(tx: Tx, { channel, account, conversation }: ApprovalPlace): Promise<readonly Approval[]> {
    const rows = await this.db
      .on(tx)
      .selectFrom('approvals')
      .selectAll()
      .where('state', '=', 'pending')
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('conversation_id', '=', conversation.id)
      .orderBy('id')
      .execute();
    return rows.map(approvalOf);
  }

  async pendingOf(tx: Tx, sessionKey: string): Promise<readonly Approval[]> {
    const rows = await this.db
      .on(tx)
      .selectFrom('approvals')
      .selectAll()
      .where('state', '=', 'pending')
      .where('session_key', '=', sessionKey)
      .orderBy('id')
      .execute();
    return rows.map(approvalOf);
  }

  /** @returns false when it no longer waits, or its time was up by then */
  async decide(tx: Tx, id: string, { state, at, by, reason }: ApprovalVerdict): Promise<boolean> {
    let query = this.db
      .on(tx)
      .updateTable('approvals')
      .set({
        state,
        decided_at: at,
        decided_by: by.id,
        decided_by_name: by.name,
        reason: reason ?? null,
        ended_at: state === 'approved' ? null : at,
      })
      .where('id', '=', id)
      .where('state', '=', 'pending');
    if (state === 'approved' || state === 'denied') query = query.where('expires_at', '>', at);
    if (state === 'expired') query = query.where('expires_at', '<=', at);
    return (await query.executeTakeFirst()).numUpdatedRows > 0n;
  }

  /** @returns false when it was begun before */
  async begin(tx: Tx, id: string): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .on(tx)
      .updateTable('approvals')
      .set({ state: 'running' })
      .where('id', '=', id)
      .where('state', '=', 'approved')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** @returns false when it has ended before */
  async end(tx: Tx, id: string, end: ApprovalEnding & { readonly at: number }): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .on(tx)
      .updateTable('approvals')
      .set({
        state: end.state,
        ended_at: end.at,
        result: end.result ?? null,
        ...(end.reason === undefined ? {} : { reason: end.reason }),
      })
      .where('id', '=', id)
      .where('state', 'in', ['approved', 'running'])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}

const approvalOf = (row: Row<'approvals'>): Approval => ({
  id: row.id,
  code: row.code,
  state: row.state as ApprovalState,
  agentId: row.agent_id,
  call: {
    provider: row.provider,
    tool: row.tool,
    modelName: row.model_name,
    origin: row.origin,
    definition: row.definition,
    input: row.input,
  },
  digest: row.digest,
  askedIn: JSON.parse(row.asked_in) as AskedIn,
  shown: JSON.parse(row.shown) as ShownRequest[],
  sessionKey: row.session_key,
  eventId: row.event_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  decidedAt: row.decided_at ?? undefined,
  decidedBy: row.decided_by ?? undefined,
  decidedByName: row.decided_by_name ?? undefined,
  reason: row.reason ?? undefined,
  result: row.result ?? undefined,
  endedAt: row.ended_at ?? undefined,
});

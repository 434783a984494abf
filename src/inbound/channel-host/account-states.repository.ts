import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, type Row } from '../../persistence/index.js';
import type { ConnectionState } from '../../channels/index.js';

/** The state of an account with its service, and since when it is in it (epoch ms). */
export interface AccountState extends ConnectionState {
  readonly channel: string;
  readonly account: string;
  readonly since: number;
  /** The last time that it was not connected against our will; it stays known after that. */
  readonly lastError?: { readonly reason: string; readonly at: number };
}

export const accountKey = ({ channel, account }: Pick<AccountState, 'channel' | 'account'>): string =>
  `${channel}/${account}`;

/** Whether messages come and go. */
export const isUp = (status?: ConnectionState['status']): status is 'connected' | 'degraded' =>
  status === 'connected' || status === 'degraded';

const FAULTS: ReadonlySet<ConnectionState['status']> = new Set([
  'transient-disconnect',
  'bad-credentials',
  'logged-out',
  'error',
]);

/** The state after the one before, at this time. */
export function stateAfter(
  before: AccountState | undefined,
  now: Omit<AccountState, 'since' | 'lastError'>,
  at: number,
): AccountState {
  const fault = FAULTS.has(now.status) ? { reason: now.reason ?? now.status, at } : before?.lastError;
  const since = before?.status === now.status ? before.since : at;
  return { ...now, since, ...(fault && { lastError: fault }) };
}

/** The states of accounts that all replicas share, one row each. */
@Injectable()
export class AccountStatesRepository {
  constructor(private readonly db: Database) {}

  async all(): Promise<readonly AccountState[]> {
    return (await this.db.on().selectFrom('account_states').selectAll().execute()).map(toState);
  }

  /** The time stays that of the first report of a status, whichever replica made it; so does the last error. */
  async store({ channel, account, status, since, lastError, ...state }: AccountState): Promise<void> {
    const reason = state.reason ?? null;
    const error = { last_error: lastError?.reason ?? null, last_error_at: lastError?.at ?? null };
    const now = { status, reason, since, ...error };
    await this.db.transaction((tx) =>
      this.db
        .on(tx)
        .insertInto('account_states')
        .values({ channel, account, ...now })
        .onConflict((conflict) =>
          conflict.columns(['channel', 'account']).doUpdateSet({
            status,
            reason,
            since: sql<number>`case when account_states.status = ${status} then account_states.since else excluded.since end`,
            last_error: sql<string | null>`coalesce(excluded.last_error, account_states.last_error)`,
            last_error_at: sql<number | null>`coalesce(excluded.last_error_at, account_states.last_error_at)`,
          }),
        )
        .execute(),
    );
  }
}

const toState = (row: Row<'account_states'>): AccountState => ({
  channel: row.channel,
  account: row.account,
  status: row.status,
  since: row.since,
  ...(row.reason === null ? {} : { reason: row.reason }),
  ...(row.last_error === null ? {} : { lastError: { reason: row.last_error, at: row.last_error_at ?? 0 } }),
});

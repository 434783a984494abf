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

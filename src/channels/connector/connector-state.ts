import type { AccountId, ChannelId } from '../ids.js';

/**
 * The small memory of a connector: cursors, last seen ids, marks. Keyed by channel and account; durable when the
 * promise resolves. Not for secrets, and not for message text.
 */
export abstract class ConnectorState {
  abstract get(channel: ChannelId, account: AccountId, key: string): Promise<string | undefined>;
  /** Returns all keys that begin with `prefix`. */
  abstract list(channel: ChannelId, account: AccountId, prefix: string): Promise<ReadonlyMap<string, string>>;
  abstract set(channel: ChannelId, account: AccountId, key: string, value: string): Promise<void>;
  /** Stores a new key. @returns false where it exists already, which then keeps its value, whichever replica set it */
  abstract add(channel: ChannelId, account: AccountId, key: string, value: string): Promise<boolean>;
  /** Does nothing when the key does not exist. */
  abstract delete(channel: ChannelId, account: AccountId, key: string): Promise<void>;
}

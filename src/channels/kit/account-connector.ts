import type { AccountSettings } from '../account-settings.js';
import type { AccountId } from '../ids.js';

/** The accounts of this program; they follow the configuration. */
export interface AccountDirectory<A> {
  /** In the form of the port. */
  settings(): readonly AccountSettings[];
  find(account: AccountId): A | undefined;
}

/**
 * The base of a connector whose calls go to its accounts: each method of the port names the part of the account that
 * does the work, and the outcome without that account.
 */
export abstract class AccountConnector<A> {
  constructor(protected readonly directory: AccountDirectory<A>) {}

  accounts(): readonly AccountSettings[] {
    return this.directory.settings();
  }

  protected find(account: AccountId): A | undefined {
    return this.directory.find(account);
  }

  /** @param absent the outcome where the account is not configured or not enabled */
  protected async by<T>(
    account: AccountId,
    call: (found: A) => Promise<T>,
    absent: (account: AccountId) => T,
  ): Promise<T> {
    const found = this.find(account);
    return found ? call(found) : absent(account);
  }
}

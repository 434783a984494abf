import { Injectable, Logger } from '@nestjs/common';
import { Clock, errorText } from '../../common/index.js';
import {
  accountKey,
  type AccountState,
  AccountStatesRepository,
  stateAfter,
} from './account-states.repository.js';
import { DatabaseUnavailableError } from '../../persistence/index.js';

const RETRY_MS = 5_000;

/**
 * The states of the accounts. Each replica has its own connection to a service; the one that has the upkeep of an account
 * writes its state for all, when it changes (ADR 0097).
 */
@Injectable()
export class AccountStates {
  private readonly logger = new Logger('Channels');
  /** As this process sees them. */
  private readonly own = new Map<string, AccountState>();
  private readonly inCharge = new Set<string>();
  /** Those to write. */
  private readonly due = new Set<string>();
  private writing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private hasEnded = false;

  constructor(
    private readonly repository: AccountStatesRepository,
    private readonly clock: Clock,
  ) {}

  /** @returns whether it is news */
  report(state: Omit<AccountState, 'since' | 'lastError'>): boolean {
    const key = accountKey(state);
    const before = this.own.get(key);
    this.own.set(key, stateAfter(before, state, this.clock.now()));
    if (before?.status === state.status && before.reason === state.reason) return false;
    this.share(key);
    return true;
  }

  /** Says whether this process writes the state of the account. */
  setCharge(key: string, isOurs: boolean): void {
    if (isOurs) this.inCharge.add(key);
    else this.inCharge.delete(key);
    this.share(key);
  }

  /** By `channel/account`; those of this process while the database does not answer. */
  async all(): Promise<ReadonlyMap<string, AccountState>> {
    const shared = await this.repository.all().catch(noneWhileAway);
    const states = new Map(this.own);
    for (const state of shared) states.set(accountKey(state), this.newest(state));
    return states;
  }

  /** Stops writing: what is reported while the process ends is not the state of the account elsewhere. */
  async end(): Promise<void> {
    this.hasEnded = true;
    clearTimeout(this.timer);
    await this.writing;
  }

  /** The own state of an account in our charge may not be written yet. */
  private newest(shared: AccountState): AccountState {
    const key = accountKey(shared);
    const own = this.inCharge.has(key) ? this.own.get(key) : undefined;
    if (!own || own.status === shared.status) return shared;
    return { ...(shared.lastError && { lastError: shared.lastError }), ...own };
  }

  private share(key: string): void {
    if (this.hasEnded || !this.inCharge.has(key) || !this.own.has(key)) return;
    this.due.add(key);
    this.writing ??= this.write();
  }

  /** Writes each at most once at a time, so that the last report wins. */
  private async write(): Promise<void> {
    for (const key of this.due) {
      this.due.delete(key);
      const state = this.own.get(key);
      if (state) await this.repository.store(state).catch((error: unknown) => this.writeLater(key, error));
    }
    this.writing = undefined;
  }

  private writeLater(key: string, error: unknown): void {
    if (this.hasEnded) return;
    this.logger.debug(`the state of ${key} could not be written: ${errorText(error)}`);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      for (const each of this.inCharge) this.share(each);
    }, RETRY_MS).unref();
  }
}

function noneWhileAway(error: unknown): readonly AccountState[] {
  if (error instanceof DatabaseUnavailableError) return [];
  throw error;
}

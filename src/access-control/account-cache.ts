import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../persistence/index.js';

/**
 * Remembers what reads found, for as long as nothing is written. Right only where this process is the only one
 * that writes; switched off it reads each time.
 */
export class ExactCache<V> {
  private readonly values = new Map<string, V>();
  private generation = 0;

  /** @param size most values to remember; the one read first makes room. */
  constructor(
    private readonly isOn: boolean,
    private readonly size = 10_000,
  ) {}

  /** Gives what `read` finds, or found before. That there is nothing is not remembered. */
  async get(key: string, read: () => Promise<V | undefined>): Promise<V | undefined> {
    const known = this.values.get(key);
    if (known !== undefined) return known;
    const { generation } = this;
    const value = await read();
    // A write while we read may not be in it.
    if (value !== undefined && this.isOn && generation === this.generation) this.keep(key, value);
    return value;
  }

  clear(): void {
    this.generation++;
    this.values.clear();
  }

  private keep(key: string, value: V): void {
    const oldest = this.values.size >= this.size ? this.values.keys().next().value : undefined;
    if (oldest !== undefined) this.values.delete(oldest);
    this.values.set(key, value);
  }
}

/**
 * Users and keys that were read lately. An embedded database has one process, so this is exact: whoever writes
 * to users, identities, keys or grants calls {@link forgetAfter}. With replicas nothing is remembered, so that a
 * revocation counts at once on all of them.
 */
@Injectable()
export class AccountCache {
  private readonly caches: { clear(): void }[] = [];

  constructor(private readonly db: Database) {}

  /** Makes the cache of one repository. */
  open<V>(): ExactCache<V> {
    const isSoleWriter = this.db.dialect === 'sqlite';
    const cache = new ExactCache<V>(isSoleWriter);
    this.caches.push(cache);
    return cache;
  }

  /** Everything, once the transaction is durable: writing is rare, and what hangs on what need not be known here. */
  forgetAfter(tx: Tx): void {
    tx.afterCommit(() => {
      for (const cache of this.caches) cache.clear();
    });
  }
}

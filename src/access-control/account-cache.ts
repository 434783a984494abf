import { Injectable } from '@nestjs/common';
import { type ForgetsPeople, RemembersPeople } from '../common/index.js';
import { Database, type Tx } from '../persistence/index.js';

/**
 * Remembers what reads found until the next write. Correct only while this process is the only writer; when switched
 * off it reads each time.
 */
export class ExactCache<V> {
  private readonly values = new Map<string, V>();
  private generation = 0;

  /** @param size the maximum number of values; the oldest one makes room */
  constructor(
    private readonly isOn: boolean,
    private readonly size = 10_000,
  ) {}

  /** Returns the stored value, or else the result of `read`. A miss is not stored. */
  async get(key: string, read: () => Promise<V | undefined>): Promise<V | undefined> {
    const known = this.values.get(key);
    if (known !== undefined) return known;
    const { generation } = this;
    const value = await read();
    // A write during the read may be missing in the value, so it is not kept then.
    if (value !== undefined && this.isOn && generation === this.generation) this.cache(key, value);
    return value;
  }

  clear(): void {
    this.generation++;
    this.values.clear();
  }

  private cache(key: string, value: V): void {
    const oldest = this.values.size >= this.size ? this.values.keys().next().value : undefined;
    if (oldest !== undefined) this.values.delete(oldest);
    this.values.set(key, value);
  }
}

/**
 * Users and keys that were read recently. An embedded database has one process, so this is exact: every write to
 * users, identities, keys or grants calls {@link forgetAfter}. With replicas nothing is remembered, so that a
 * revocation takes effect at once on all of them.
 */
@RemembersPeople()
@Injectable()
export class AccountCache implements ForgetsPeople {
  private readonly caches: { clear(): void }[] = [];

  constructor(private readonly db: Database) {}

  /** Creates the cache of one repository. */
  open<V>(): ExactCache<V> {
    const isSoleWriter = this.db.dialect === 'sqlite';
    const cache = new ExactCache<V>(isSoleWriter);
    this.caches.push(cache);
    return cache;
  }

  /**
   * Forgets everything once the transaction is durable. Writes are rare, so it is not worth tracking which values one
   * affects.
   */
  forgetAfter(tx: Tx): void {
    tx.afterCommit(() => {
      for (const cache of this.caches) cache.clear();
    });
  }

  forgetPeople(): void {
    for (const cache of this.caches) cache.clear();
  }
}

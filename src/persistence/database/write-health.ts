import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { errorText } from '../../common/index.js';
import type { Database } from './database.js';
import { DatabaseUnavailableError } from './database-unavailable.error.js';

/**
 * Whether the last write succeeded. A database that still answers reads may be unable to store anything (disk full,
 * file system read-only); a check of reads alone would report health while every message is refused.
 */
export class WriteHealth {
  private readonly logger = new Logger('Database');
  private isFailing = false;

  /** Records how a transaction ended; errors that are not the database's are ignored. */
  ended(error?: unknown): void {
    const isFailing = error instanceof DatabaseUnavailableError;
    if (isFailing === this.isFailing || (error !== undefined && !isFailing)) return;
    this.isFailing = isFailing;
    if (isFailing) this.logger.error(`the database accepts no writes: ${errorText(error.cause ?? error)}`);
    else this.logger.log('the database takes writes again');
  }

  /**
   * Tries to write if the last write failed, so that readiness returns as soon as there is space. Without this it would
   * return only with the next message, which a load balancer would send elsewhere.
   * @throws DatabaseUnavailableError
   */
  async check(db: Database): Promise<void> {
    if (!this.isFailing) return;
    const name = `probe:${randomUUID()}`;
    await db.transaction(async (tx) => {
      await db.on(tx).insertInto('leases').values({ name, owner: 'readiness', expires_at: 0 }).execute();
      await db.on(tx).deleteFrom('leases').where('name', '=', name).execute();
    });
  }
}

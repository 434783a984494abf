import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { errorText } from '../../common/index.js';
import type { Database } from './database.js';
import { DatabaseUnavailableError } from './database-unavailable.error.js';

/**
 * Whether the last write went through. A database that still answers questions may be unable to keep anything (disk
 * full, file system read-only): who looks at reads alone is told that all is well while every message is refused.
 */
export class WriteHealth {
  private readonly logger = new Logger('Database');
  private isFailing = false;

  /** Notes how a transaction ended; an error that is not the database's says nothing of it. */
  ended(error?: unknown): void {
    const isFailing = error instanceof DatabaseUnavailableError;
    if (isFailing === this.isFailing || (error !== undefined && !isFailing)) return;
    this.isFailing = isFailing;
    if (isFailing) this.logger.error(`the database accepts no writes: ${errorText(error.cause ?? error)}`);
    else this.logger.log('the database takes writes again');
  }

  /**
   * Tries to write where the last write failed, so that readiness comes back with the space and not only with the next
   * message, which a load balancer would send elsewhere. @throws DatabaseUnavailableError
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

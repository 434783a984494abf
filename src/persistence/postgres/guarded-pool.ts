import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { GuardedClient, unavailable } from './guarded-client.js';

/**
 * The pool as Kysely sees it: a lost connection is a DatabaseUnavailableError and is not used again, NUL in text
 * becomes U+FFFD, and prepared queries are prepared.
 */
export function guardedPool(pool: pg.Pool): PostgresPool {
  const guarded = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw unavailable(error);
      });
      // Kysely's streaming form of `query` takes a cursor; no cursor is configured, so none comes.
      const known = guarded.get(client) ?? (new GuardedClient(client) as unknown as PostgresPoolClient);
      guarded.set(client, known);
      return known;
    },
  };
}

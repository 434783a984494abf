import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { DatabaseUnavailableError } from '../database-unavailable.error.js';
import { nameOf } from '../prepared.js';
import { isUnavailable } from './is-unavailable.js';

/** PostgreSQL text holds no NUL, SQLite's does; a message that has one must not be refused for ever. */
const NUL = '\0';
const REPLACEMENT = '\uFFFD';

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
      const client = await pool.connect().catch(translate);
      const known = guarded.get(client) ?? guardedClient(client);
      guarded.set(client, known);
      return known;
    },
  };
}

function guardedClient(client: pg.PoolClient): PostgresPoolClient {
  let isLost = false;
  const query = async (text: string, parameters: readonly unknown[]) => {
    try {
      // A name lets the server parse and plan the text once a connection.
      return await client.query({ text, values: parameters.map(withoutNul), name: nameOf(text) });
    } catch (error) {
      isLost ||= isUnavailable(error);
      return translate(error);
    }
  };
  return {
    // Kysely's streaming form of `query` takes a cursor; no cursor is configured, so none comes.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || isLost),
  };
}

function translate(error: unknown): never {
  throw isUnavailable(error) ? new DatabaseUnavailableError(error) : error;
}

const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' && value.includes(NUL) ? value.replaceAll(NUL, REPLACEMENT) : value;

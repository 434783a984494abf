import { startPostgres } from '../support/postgres-server.ts';
import makeFolder, { teardown as removeFolder } from './global-sqlite.mjs';
import { tellStart } from './start-news.mjs';

/** Starts one PostgreSQL for all medium tests of a run, which also run on SQLite. */
export default async function setup() {
  tellStart('starting PostgreSQL');
  const server = await startPostgres();
  process.env.GATEHOUSE_TEST_POSTGRES = server.url;
  makeFolder();
  globalThis.gatehousePostgres = server;
}

export async function teardown() {
  removeFolder();
  await globalThis.gatehousePostgres?.remove();
}

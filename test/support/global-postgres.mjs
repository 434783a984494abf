import { startPostgres } from './postgres-server.ts';

/** One PostgreSQL for all medium tests of a run; each test makes a database of its own in it. */
export default async function setup() {
  const server = await startPostgres();
  process.env.GATEHOUSE_TEST_POSTGRES = server.url;
  globalThis.gatehousePostgres = server;
}

export async function teardown() {
  await globalThis.gatehousePostgres?.remove();
}

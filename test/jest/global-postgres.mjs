import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../support/postgres-server.ts';

/** One PostgreSQL for all medium tests of a run, and a folder for what their SQLite files are copies of. */
export default async function setup() {
  const server = await startPostgres();
  process.env.GATEHOUSE_TEST_POSTGRES = server.url;
  process.env.GATEHOUSE_TEST_FOLDER = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  globalThis.gatehousePostgres = server;
}

export async function teardown() {
  rmSync(process.env.GATEHOUSE_TEST_FOLDER, { recursive: true, force: true });
  await globalThis.gatehousePostgres?.remove();
}

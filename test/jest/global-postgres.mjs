import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../support/postgres-server.ts';
import { tellStart } from './start-news.mjs';

/** Starts one PostgreSQL for all medium tests of a run, and creates a folder for the template of their SQLite files. */
export default async function setup() {
  tellStart('starting PostgreSQL');
  const server = await startPostgres();
  process.env.GATEHOUSE_TEST_POSTGRES = server.url;
  process.env.GATEHOUSE_TEST_FOLDER = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  globalThis.gatehousePostgres = server;
}

export async function teardown() {
  rmSync(process.env.GATEHOUSE_TEST_FOLDER, { recursive: true, force: true });
  await globalThis.gatehousePostgres?.remove();
}

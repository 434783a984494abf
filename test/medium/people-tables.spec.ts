import { Database } from '../../src/persistence/index.js';
import { PersonalParts } from '../../src/people/personal-parts.service.js';
import { wholeApp } from '../support/whole-app.js';

/** Tables in which nothing of people stands, each with its reason. */
const OF_NOBODY: Readonly<Record<string, string>> = {
  account_states: 'the states of our own accounts',
  admin_tokens: 'tokens of operators, who are named by them',
  alerts: 'accounts, agents, budgets and servers, and numbers',
  backup_notes: 'when backups were made, and the paths of their files',
  erasures: 'names a person only while they are being erased',
  figures: 'sums of minutes, hours and days',
  kysely_migration: 'the migrations that were made',
  kysely_migration_lock: 'as above',
  leases: 'names of leases and processes',
  mcp_login_attempts: 'operators, who are named by their tokens',
  mcp_logins: 'as above, with tokens of the gateway itself',
  mcp_tools: 'definitions of tools',
  sign_ins: 'cookies of operators',
  sqlite_sequence: 'the last numbers of tables',
  webhook_states: 'addresses of webhooks, digested, and their failures',
  worker_heartbeats: 'processes',
};

const world = wholeApp('SQLite');

it('every table is claimed by a part that erases it, or holds nothing of people', async () => {
  const db = world.app.get(Database, { strict: false });
  const tables = (await db.on().introspection.getTables({ withInternalKyselyTables: true })).map(
    ({ name }) => name,
  );
  const claimed = world.app.get(PersonalParts, { strict: false }).tables;
  expect(tables.filter((name) => !claimed.includes(name) && !(name in OF_NOBODY))).toEqual([]);
  expect(claimed.filter((name) => !tables.includes(name) || name in OF_NOBODY)).toEqual([]);
  expect(claimed.filter((name, index) => claimed.indexOf(name) !== index)).toEqual([]);
});

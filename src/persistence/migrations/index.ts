import { Logger } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';
import { NewerDatabaseError } from '../database/newer-database.error.js';
import * as initial from './0001-initial.js';
import * as workerHeartbeats from './0002-worker-heartbeats.js';
import * as retentionIndices from './0003-retention-indices.js';
import * as leases from './0004-leases.js';
import * as usersAndKeys from './0005-users-and-keys.js';
import * as dataRequests from './0006-data-requests.js';
import * as rateLimits from './0007-rate-limits.js';
import * as conversations from './0008-conversations.js';
import * as whatWasDone from './0009-what-was-done.js';
import * as outboundMedia from './0010-outbound-media.js';
import * as pairingPlaces from './0012-pairing-places.js';
import * as operatorSends from './0013-operator-sends.js';
import * as polls from './0014-polls.js';
import * as adminTokens from './0020-admin-tokens.js';
import * as stopsByEvent from './0021-stops-by-event.js';
import * as authors from './0022-authors.js';
import * as threads from './0023-threads.js';
import * as streams from './0024-streams.js';
import * as media from './0025-media.js';
import * as fileOffers from './0026-file-offers.js';
import * as joinedMessages from './0028-joined-messages.js';
import * as loopsAndReceipts from './0029-loops-and-receipts.js';
import * as sequences from './0030-sequences.js';
import * as fewerIndices from './0031-fewer-indices.js';
import * as sessionRevisions from './0032-session-revisions.js';
import * as headsOfLanes from './0033-heads-of-lanes.js';
import * as pairingNumbers from './0034-pairing-numbers.js';
import * as answersOfOperators from './0035-answers-of-operators.js';
import * as laneFunctions from './0036-lane-functions.js';
import * as historyWindows from './0037-history-windows.js';
import * as usage from './0038-usage.js';
import * as answeringModels from './0039-answering-models.js';
import * as wokenLanes from './0040-woken-lanes.js';
import * as holds from './0041-holds.js';
import * as whyItEnded from './0042-why-it-ended.js';
import * as accountStates from './0043-account-states.js';
import * as signIns from './0044-sign-ins.js';
import * as figures from './0045-figures.js';
import * as newestConversations from './0046-newest-conversations.js';
import * as auditedChanges from './0049-audited-changes.js';
import * as mcpTools from './0050-mcp-tools.js';
import * as approvals from './0051-approvals.js';
import * as webhooks from './0052-webhooks.js';
import * as alerts from './0053-alerts.js';
import * as erasures from './0054-erasures.js';
import * as backupNotes from './0055-backup-notes.js';
import * as mcpLogins from './0056-mcp-logins.js';
import * as crashedJobs from './0057-crashed-jobs.js';
import * as identitiesOfCreations from './0058-identities-of-creations.js';
import { dialectOf } from './columns.js';

/** One set for both dialects, in the order of the names; never changed once released. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-initial': initial,
  '0002-worker-heartbeats': workerHeartbeats,
  '0003-retention-indices': retentionIndices,
  '0004-leases': leases,
  '0005-users-and-keys': usersAndKeys,
  '0006-data-requests': dataRequests,
  '0007-rate-limits': rateLimits,
  '0008-conversations': conversations,
  '0009-what-was-done': whatWasDone,
  '0010-outbound-media': outboundMedia,
  '0012-pairing-places': pairingPlaces,
  '0013-operator-sends': operatorSends,
  '0014-polls': polls,
  '0020-admin-tokens': adminTokens,
  '0021-stops-by-event': stopsByEvent,
  '0022-authors': authors,
  '0023-threads': threads,
  '0024-streams': streams,
  '0025-media': media,
  '0026-file-offers': fileOffers,
  '0028-joined-messages': joinedMessages,
  '0029-loops-and-receipts': loopsAndReceipts,
  '0030-sequences': sequences,
  '0031-fewer-indices': fewerIndices,
  '0032-session-revisions': sessionRevisions,
  '0033-heads-of-lanes': headsOfLanes,
  '0034-pairing-numbers': pairingNumbers,
  '0035-answers-of-operators': answersOfOperators,
  '0036-lane-functions': laneFunctions,
  '0037-history-windows': historyWindows,
  '0038-usage': usage,
  '0039-answering-models': answeringModels,
  '0040-woken-lanes': wokenLanes,
  '0041-holds': holds,
  '0042-why-it-ended': whyItEnded,
  '0043-account-states': accountStates,
  '0044-sign-ins': signIns,
  '0045-figures': figures,
  '0046-newest-conversations': newestConversations,
  '0049-audited-changes': auditedChanges,
  '0050-mcp-tools': mcpTools,
  '0051-approvals': approvals,
  '0052-webhooks': webhooks,
  '0053-alerts': alerts,
  '0054-erasures': erasures,
  '0055-backup-notes': backupNotes,
  '0056-mcp-logins': mcpLogins,
  '0057-crashed-jobs': crashedJobs,
  '0058-identities-of-creations': identitiesOfCreations,
};

/**
 * Brings the schema up to date, or up to one migration; never back.
 * @returns the names of the applied migrations
 * @throws NewerDatabaseError; the first error of a migration, which leaves the schema unchanged
 */
export async function migrateUp(db: Kysely<unknown>, upTo = latestMigration()): Promise<string[]> {
  const current = await currentMigration(db);
  if (current !== undefined && current > latestMigration()) throw new NewerDatabaseError(current);
  if (current !== undefined && current >= upTo) return [];
  const migrations = current === undefined ? MIGRATIONS : told(current, upTo);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error, results = [] } = await inOneTransaction(db, () => migrator.migrateTo(upTo));
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('migration failed', { cause: error });
  return results.map(({ migrationName }) => migrationName);
}

/** Migrations that report their begin: on many rows one takes long. */
function told(current: string, upTo: string): typeof MIGRATIONS {
  const logger = new Logger('Database');
  const pending = Object.keys(MIGRATIONS).filter((name) => name > current && name <= upTo);
  const tell = (name: string) =>
    logger.log(`migrating, ${pending.indexOf(name) + 1} of ${pending.length}: ${name}`);
  return Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, migration]) => [
      name,
      { ...migration, up: (db: Kysely<unknown>) => (tell(name), migration.up(db)) },
    ]),
  );
}

/**
 * Kysely does so on PostgreSQL; on SQLite it commits each statement separately, so a process that ends early would
 * leave half a schema, with a hundred fsyncs.
 */
async function inOneTransaction(
  db: Kysely<unknown>,
  migrate: () => Promise<MigrationResultSet>,
): Promise<MigrationResultSet> {
  if (dialectOf(db) !== 'sqlite') return migrate();
  await sql`begin`.execute(db);
  const outcome = await migrate();
  await (outcome.error === undefined ? sql`commit` : sql`rollback`).execute(db);
  return outcome;
}

/** The newest migration this release knows. */
export const latestMigration = (): string => Object.keys(MIGRATIONS).sort().at(-1) ?? '';

/** The newest migration applied to the database, whether this release knows it or not; undefined without a schema. */
export async function currentMigration(db: Kysely<unknown>): Promise<string | undefined> {
  if (!(await hasMigrations(db))) return undefined;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows
    .map(({ name }) => name)
    .sort()
    .at(-1);
}

async function hasMigrations(db: Kysely<unknown>): Promise<boolean> {
  const found =
    dialectOf(db) === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`
      : sql`select 1 where to_regclass('kysely_migration') is not null`;
  return (await found.execute(db)).rows.length > 0;
}

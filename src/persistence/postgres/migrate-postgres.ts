import { runMigrations } from 'graphile-worker';
import {
  type ColumnDefinitionNode,
  DataTypeNode,
  Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresDialect,
  type QueryResult,
  RawNode,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely';
import type pg from 'pg';
import { migrateDown, migrateUp } from '../migrations/index.js';
import { graphileLogger } from './graphile-logger.js';
import { guardedPool, kyselyPool } from './guarded-client.js';
import { openMigrationPool } from './pools.js';

/** Makes every text column of a migration compare byte by byte, as on SQLite, whatever the server's locale is. */
class BinaryTextPlugin implements KyselyPlugin {
  private readonly transformer = new TextColumns();

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return this.transformer.transformNode(node);
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result);
  }
}

class TextColumns extends OperationNodeTransformer {
  protected override transformColumnDefinition(node: ColumnDefinitionNode): ColumnDefinitionNode {
    const { dataType } = node;
    const isText = DataTypeNode.is(dataType) && dataType.dataType === 'text';
    return super.transformColumnDefinition(
      isText ? { ...node, dataType: RawNode.createWithSql('text collate "C"') } : node,
    );
  }
}

/** An arbitrary number, the same in every release: the holder of this lock migrates. */
const MIGRATION_LOCK = 4_728_164_901;

/**
 * Our schema and graphile-worker's, one replica at a time; the others wait and find it done.
 * @param upTo our last migration to apply; undefined = all
 * @returns the names of our migrations that were applied
 */
export async function migratePostgres(url: string, upTo?: string): Promise<string[]> {
  const pool = openMigrationPool(url);
  try {
    return await alone(pool, async () => {
      const applied = await migrateUp(migrationsOn(pool), upTo);
      await runMigrations({ pgPool: pool, logger: graphileLogger });
      return applied;
    });
  } finally {
    await pool.end();
  }
}

/** Takes our schema back to one migration. @returns the names of those that were undone */
export async function revertPostgres(url: string, downTo: string): Promise<string[]> {
  const pool = openMigrationPool(url);
  try {
    return await alone(pool, () => migrateDown(migrationsOn(pool), downTo));
  } finally {
    await pool.end();
  }
}

/** The lock belongs to one connection, and is released when the process dies. */
async function alone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const holder = await guardedPool(pool).connect();
  try {
    await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    holder.release(true);
  }
}

function migrationsOn(pool: pg.Pool): Kysely<unknown> {
  return new Kysely({
    dialect: new PostgresDialect({ pool: kyselyPool(pool) }),
    plugins: [new BinaryTextPlugin()],
  });
}

import { Logger } from '@nestjs/common';
import pg from 'pg';

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/** Each unit of work may take ten seconds; none of its queries may take longer, wherever it hangs. */
const WORK: pg.PoolConfig = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 10_000,
  query_timeout: 12_000,
  idle_in_transaction_session_timeout: 15_000,
  // Plans are kept (`prepared`): one made while a table was nearly empty would scan the whole table ever after.
  // A unit that is one batch sets no isolation level (GuardedClient).
  options: '-c enable_seqscan=off -c default_transaction_isolation=read\\ committed',
};

/** For transactions. Reads have their own, so that a read within a unit of work never waits for a unit's end. */
export const openWritePool = (url: string): pg.Pool => openPool(url, 'writes', { ...WORK, max: 10 });

export const openReadPool = (url: string): pg.Pool => openPool(url, 'reads', { ...WORK, max: 6 });

/**
 * For graphile-worker: one connection that only listens, four that work. Waiting for one of these is normal, hence the
 * longer time-out.
 */
export function openJobPool(url: string): pg.Pool {
  const config = { max: 5, connectionTimeoutMillis: 15_000, query_timeout: 30_000 };
  return releasedOnce(openPool(url, 'jobs', config));
}

/** For migrations, which may wait for those of another replica and have no time limit. */
export const openMigrationPool = (url: string): pg.Pool =>
  openPool(url, 'migrations', { max: 3, connectionTimeoutMillis: 5_000 });

/** For one export or import: a single transaction without a time limit. */
export const openTransferPool = (url: string): pg.Pool =>
  openPool(url, 'transfer', { max: 1, connectionTimeoutMillis: 5_000 });

/**
 * A lost connection and the end of its worker both release the connection of graphile-worker's listener; one release is
 * enough.
 */
function releasedOnce(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool);
  const connectWith = (callback: ConnectCallback) => {
    connect((error, client, release) => {
      // There is nothing to release.
      if (error) {
        callback(error, client, release);
        return;
      }
      let isReleased = false;
      callback(error, client, (problem) => {
        if (isReleased) return;
        isReleased = true;
        release(problem);
      });
    });
  };
  const either = (callback?: ConnectCallback) => (callback ? connectWith(callback) : connect());
  return Object.assign(pool, { connect: either as pg.Pool['connect'] });
}

/** A lost connection must not end the process: the next query reports it. */
function openPool(url: string, purpose: string, config: pg.PoolConfig): pg.Pool {
  const logger = new Logger('Database');
  const pool = new pg.Pool({
    ...config,
    connectionString: url,
    application_name: `gatehouse ${purpose}`,
    keepAlive: true,
    idleTimeoutMillis: 60_000,
  });
  const note = (error: Error) => logger.debug(`a connection for ${purpose} was lost: ${error.message}`);
  pool.on('error', note);
  pool.on('connect', (client) => client.on('error', note));
  return pool;
}

import { Injectable } from '@nestjs/common';
import { Clock, clockFinding, errorText, type Finding, withTimeout } from '../../common/index.js';
import {
  Database,
  databaseTime,
  type DatabaseTimes,
  databaseTimes,
  DatabaseUnavailableError,
  schemaState,
} from '../../persistence/index.js';
import { condition, type ConditionSource, type HasConditions, ok } from '../condition.js';

/**
 * A disk of today needs 1 to 20 ms. A message waits for four commits before it is answered: from here on people notice
 * them, and below a dozen messages a second begin to queue.
 */
const SLOW_WRITE_MS = 100;
/** A read of one row that comes from memory on a database at rest, and never waits for a disk. */
const SLOW_READ_MS = 50;
/** Shorter than the time of a check, so that a disk that hangs is a fault and not unknown. */
const ANSWER_MS = 3_000;

/** The database as this process finds it. */
@Injectable()
export class DatabaseConditions implements HasConditions {
  readonly sources: readonly ConditionSource[] = [
    {
      check: 'database',
      codes: ['database-unavailable', 'database-slow', 'other-schema'],
      cost: 'network',
      find: () => this.database(),
    },
    { check: 'clock', codes: [], cost: 'network', find: async () => [await this.clockBeside()] },
  ];

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  private async database(): Promise<readonly Finding[]> {
    try {
      return await withTimeout(this.examined(), ANSWER_MS, () => {
        throw new Error(`no answer within ${ANSWER_MS / 1_000} s`);
      });
    } catch (error) {
      const cause = error instanceof DatabaseUnavailableError ? error.cause : error;
      const message = `${unavailableText(this.db)}: ${errorText(cause)}`;
      return [condition('database-unavailable', message, { state: 'failed' })];
    }
  }

  private async examined(): Promise<readonly Finding[]> {
    await this.db.ping();
    return [speedFinding(this.db, await databaseTimes(this.db)), ...(await this.schema())];
  }

  /** A newer one is that of an upgrade, replica by replica; an older one is a backup under a running gateway. */
  private async schema(): Promise<readonly Finding[]> {
    const { applied = 'none', expected } = await schemaState(this.db);
    if (applied === expected) return [];
    const message = `the database schema is ${applied}; this release has ${expected}`;
    const isNewer = applied !== 'none' && applied > expected;
    return [condition('other-schema', message, { state: isNewer ? 'warning' : 'failed' })];
  }

  private async clockBeside(): Promise<Finding> {
    const theirs = await databaseTime(this.db);
    if (theirs === undefined) return ok('the database is a local file and uses the clock of this machine');
    return clockFinding('the database', theirs, this.clock.now());
  }
}

export const unavailableText = ({ dialect }: Pick<Database, 'dialect'>): string =>
  `${dialect} does not answer`;

function speedFinding({ dialect }: Pick<Database, 'dialect'>, { readMs, writeMs }: DatabaseTimes): Finding {
  const message = `${dialect} takes ${shown(readMs)} ms for a read, ${shown(writeMs)} ms for a durable write`;
  const isSlow = readMs > SLOW_READ_MS || writeMs > SLOW_WRITE_MS;
  return isSlow ? condition('database-slow', message) : ok(message);
}

const shown = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0);

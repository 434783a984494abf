import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { type Backoff, backoffMs, errorText } from '../../common/index.js';
import { ConfigInvalidError, ConfigProblem } from '../../config/index.js';
import { DatabaseUnavailableError } from '../database/database-unavailable.error.js';
import { isUnavailable } from './is-unavailable.js';

const BACKOFF: Backoff = { baseMs: 500, maxMs: 5_000 };
const CONNECT_MS = 5_000;

export interface WaitOptions {
  /** Maximum wait for an unavailable server, ms. */
  readonly forMs: number;
  /** Maximum time of each attempt, ms. */
  readonly connectMs?: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

/**
 * Resolves once the server accepts connections; a server started together with the gateway may need a while.
 * @throws ConfigInvalidError at once when it refuses access (password, user, database); DatabaseUnavailableError when
 *   it is unavailable for too long; an AbortError
 */
export async function awaitPostgres(
  url: string,
  { forMs, connectMs = CONNECT_MS, signal }: WaitOptions,
): Promise<void> {
  const logger = new Logger('Database');
  const end = performance.now() + forMs;
  for (let attempt = 1; ; attempt++) {
    const error = await refusal(url, connectMs);
    if (error === undefined) return;
    if (!isAway(error)) throw misconfigured(error);
    const waitMs = backoffMs(attempt, BACKOFF);
    if (performance.now() + waitMs > end) throw new DatabaseUnavailableError(error);
    logger.warn(
      `PostgreSQL (DATABASE_URL) cannot be reached yet: ${reason(error)}; retrying for up to a minute`,
    );
    await pause(waitMs, undefined, { signal });
  }
}

/** The reason why the server refuses access; undefined when it accepts. */
async function refusal(url: string, connectMs: number): Promise<unknown> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name: 'gatehouse start',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error ?? new Error('no connection');
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The driver's own errors about passwords have no code, as a lost connection has none. */
const isAway = (error: unknown): boolean => isUnavailable(error) && !/^SASL\b/.test(errorText(error));

/** By SQLSTATE; the server's own text contains the user and the database, which are configuration. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'PostgreSQL rejects the password',
  '28000': 'PostgreSQL rejects the user, or connections of that user from this machine',
  '3D000': 'PostgreSQL has no database of that name',
  '42501': 'PostgreSQL does not give the user access to that database',
};

function misconfigured(error: unknown): ConfigInvalidError {
  const code = (error as { code?: string } | null)?.code;
  const words = REFUSALS[code ?? '28P01'] ?? `PostgreSQL rejects the connection (SQLSTATE ${code})`;
  return new ConfigInvalidError([new ConfigProblem('DATABASE_URL', words)]);
}

/** Node gives only the code when several addresses were tried. The driver's texts contain no password. */
const reason = (error: unknown): string =>
  errorText(error) || ((error as { code?: string } | null)?.code ?? 'no answer');

import pg from 'pg';

/**
 * SQLSTATEs about the server, not about the query: connection exceptions (08), no resources left (53, disk full among
 * them), its disk failing (58030), shutting down or starting (57P), a standby (25006), statement and lock time-outs, an
 * idle transaction ended.
 */
const OF_THE_SERVER = /^(08...|53...|58030|57P..|57014|55P03|25006|25P03)$/;

/** Faults of our own in calling the driver. */
const OF_THE_CALL = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError']);

/**
 * Whether an error of the driver means that the database is unavailable. Errors from the server have a SQLSTATE; any
 * other error of the driver is about the connection (socket errors, its own time-outs, a closed client), and has no
 * code of its own.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return OF_THE_SERVER.test(error.code ?? '');
  return !OF_THE_CALL.has((error as { name?: string } | null)?.name ?? '');
}

/** The server aborted one of several deadlocked transactions; it may be run again as a whole. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01';
}

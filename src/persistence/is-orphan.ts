/** What SQLite and PostgreSQL call a row that refers to one there is not. */
const CODES: ReadonlySet<unknown> = new Set(['SQLITE_CONSTRAINT_FOREIGNKEY', '23503']);

/** Whether a statement was refused because what the row belongs to is gone. */
export const isOrphan = (error: unknown): boolean => CODES.has((error as { code?: unknown } | null)?.code);

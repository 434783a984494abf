/** The file of the embedded database is damaged: every start fails in the same way until a backup is restored. */
export class DamagedDatabaseError extends Error {
  /** @param found what SQLite found */
  constructor(
    file: string,
    readonly found: string,
    options?: ErrorOptions,
  ) {
    super(
      `the database ${file} is damaged (${found}). \`gatehouse db check\` lists the problems. To restore a ` +
        'backup: `gatehouse help operations/backup`',
      options,
    );
    this.name = 'DamagedDatabaseError';
  }
}

/** Primary and extended codes of SQLite for a file whose content cannot be right. */
const DAMAGE = /^SQLITE_(?:CORRUPT|NOTADB)/;

/** The error itself unless it reports damage, which SQLite does without naming the file. */
export function namingDamage(file: string, error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return DAMAGE.test(String(code))
    ? new DamagedDatabaseError(file, String(message), { cause: error })
    : error;
}

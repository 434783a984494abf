import pg from 'pg';

type Parser = (value: string) => unknown;

/** Our 64-bit columns are epoch milliseconds, sequences and counters: all far below 2^53. */
const INT8: number = pg.types.builtins.INT8;
const parserOf: (oid: number) => Parser = (oid) => (oid === INT8 ? Number : textParserOf(oid));
const textParserOf: (oid: number) => Parser = pg.types.getTypeParser;

interface Column {
  readonly name: string;
  readonly parse: Parser;
}

/** A value in the form in which `pg` sends it. */
export type Sent = string | Buffer | null;

export interface Statement {
  readonly text: string;
  /** In the form in which they are sent. */
  readonly values: readonly Sent[];
  /** The name under which the server keeps it; undefined = it is parsed each time. */
  readonly name: string | undefined;
  /** Filled while the server answers. */
  readonly answer: Answer;
  /** Called once, when the whole batch is over. */
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** The server's answer, as far as Kysely reads it. */
export interface Answer {
  command: string;
  rowCount: number | null;
  readonly rows: object[];
}

/** The statements that a connection keeps by name, with the columns of their rows. */
export type Kept = Map<string, readonly Column[]>;

/**
 * Statements that are sent in one write and answered in one: `pg` itself ends each with a Sync, after which the server
 * answers at once, with a system call of its own. After a failure the remaining ones are skipped. Outside a transaction
 * a batch is a transaction by itself (PostgreSQL, "Pipelining" in 55.2.4).
 */
export class Batch implements pg.Submittable {
  /** Named by `pg`, which puts a time-out around it. */
  callback: (error?: unknown) => void;
  private at = 0;
  private columns: readonly Column[] = [];

  /** @param over called when all are answered, or with the error of the first that failed */
  constructor(
    private readonly statements: readonly Statement[],
    private readonly kept: Kept,
    over: (error?: unknown) => void,
  ) {
    this.callback = over;
  }

  /** How many are answered: the index of the one that failed, where one did. */
  get answered(): number {
    return this.at;
  }

  private get answering(): Statement {
    const current = this.statements[this.at];
    if (!current) throw new Error('the server sent more answers than expected');
    return current;
  }

  submit(connection: pg.Connection): void {
    connection.stream.cork();
    for (const statement of this.statements) this.send(connection, statement);
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { name, answer } = this.answering;
    const columns = (name === undefined ? undefined : this.kept.get(name)) ?? this.columns;
    const row: Record<string, unknown> = {};
    for (const [n, column] of columns.entries()) {
      const value = fields[n] ?? null;
      row[column.name] = value === null ? null : column.parse(value);
    }
    answer.rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name, answer } = this.answering;
    const words = text.split(' ');
    answer.command = words[0] ?? '';
    answer.rowCount = words.length > 1 ? Number(words.at(-1)) : null;
    if (name !== undefined && !this.kept.has(name)) this.kept.set(name, this.columns);
    this.columns = [];
    this.at++;
  }

  handleEmptyQuery(): void {
    this.at++;
  }

  handleError(error: unknown): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback();
  }

  private send(connection: pg.Connection, { name = '', text, values }: Statement): void {
    const isKept = this.kept.has(name);
    // A statement that failed at its first run may exist on the server unknown to us; closing a missing one is no
    // error.
    if (!isKept && name !== '') connection.close({ type: 'S', name }, true);
    if (!isKept) connection.parse({ name, text, types: [] }, true);
    connection.bind({ statement: name, values: [...values] }, true);
    if (!isKept) connection.describe({ type: 'P', name: '' }, true);
    connection.execute({}, true);
  }
}

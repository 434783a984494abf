import { hash } from 'node:crypto';
import { tablesOf } from '../tables.js';
import type { TransferTarget } from '../ends/transfer-ends.js';
import { rowLine, type TransferHeader } from '../transfer-header.js';
import { TransferError } from '../transfer.error.js';

/** The contents of a table; two with the same rows, in any order, are equal. */
export interface TableDigest {
  readonly rows: number;
  /** The sum of the digests of its rows, 128 bits in hex. */
  readonly digest: string;
}

const BITS = 128;

/** Adds up the digests of rows, table by table. Databases give the rows in orders of their own. */
export class TableDigests {
  private readonly sums = new Map<string, { rows: number; sum: bigint }>();

  /** @param line the row as in an export */
  readonly add = (table: string, line: string): void => {
    const known = this.sums.get(table) ?? { rows: 0, sum: 0n };
    const digest = hash('sha256', line, 'hex').slice(0, BITS / 4);
    this.sums.set(table, {
      rows: known.rows + 1,
      sum: BigInt.asUintN(BITS, known.sum + BigInt(`0x${digest}`)),
    });
  };

  /** Tables without rows are left out. */
  result(): Record<string, TableDigest> {
    const entries = [...this.sums].map(([name, { rows, sum }]) => [
      name,
      { rows, digest: sum.toString(16).padStart(BITS / 4, '0') },
    ]);
    return Object.fromEntries(entries) as Record<string, TableDigest>;
  }
}

/**
 * Reads the rows of a filled database, and compares them with those of its source.
 * @param header of the file, whose columns give the order of cells
 * @throws TransferError naming the table that differs
 */
export async function compareTables(
  target: TransferTarget,
  header: TransferHeader,
  expected: Readonly<Record<string, TableDigest>>,
): Promise<void> {
  const found = new TableDigests();
  for (const shape of await tablesOf(target.db)) {
    const columns = header.tables.find(({ name }) => name === shape.name)?.columns ?? shape.columns;
    for await (const rows of target.rows({ ...shape, columns }))
      for (const row of rows) found.add(shape.name, rowLine(row));
  }
  const restored = found.result();
  for (const name of new Set([...Object.keys(expected), ...Object.keys(restored)])) {
    const [wanted, got] = [expected[name], restored[name]];
    if (wanted?.rows !== got?.rows || wanted?.digest !== got?.digest)
      throw new TransferError(`the rows of ${name} in the file do not match the source database`);
  }
}

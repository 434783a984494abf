import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { TransferReader } from './transfer-reader.js';
import { headerLine, type TransferHeader } from './transfer-header.js';

const HEADER: TransferHeader = {
  migration: '0001-initial',
  dialect: 'sqlite',
  gatehouse: '1.0.0',
  created_at: '2026-01-31T00:00:00.000Z',
  tables: [{ name: 'users', columns: ['id'], rows: 1, sequence: { column: 'id', last: 1 } }],
};

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'gatehouse-transfer-'))));
afterEach(() => rmSync(folder, { recursive: true }));

async function read(...pieces: readonly string[]): Promise<number> {
  const file = join(folder, 'export');
  writeFileSync(file, gzipSync(Buffer.concat(pieces.map((each) => Buffer.from(each))), { level: 1 }));
  const reader = await TransferReader.open(file);
  try {
    let rows = 0;
    for await (const portion of reader.portions()) rows += portion.rows.length;
    return rows;
  } finally {
    await reader.close();
  }
}

const END = '{"end":true}\n';

describe('an export of another program', () => {
  it('is read as ours is, with a row of some megabytes', async () => {
    const row = `["${'x'.repeat(8_000_000)}"]\n`;
    expect(await read(headerLine(HEADER), '{"table":"users"}\n', row, END)).toBe(1);
  });

  it('ends at a first line of more than 1 MB, and at a row of more than 64 MB', async () => {
    await expect(read('x'.repeat(1_100_000))).rejects.toThrow('has a line of more than 1 MB');
    await expect(
      read(headerLine(HEADER), ...Array.from({ length: 65 }, () => ' '.repeat(1_000_000))),
    ).rejects.toThrow('has a line of more than 64 MB');
  });

  it.each<[string, object]>([
    ['no tables', { tables: undefined }],
    ['more than 10,000 tables', { tables: Array.from({ length: 10_001 }, () => HEADER.tables[0]) }],
    ['a table that is null', { tables: [null] }],
    ['a column that is no text', { tables: [{ ...HEADER.tables[0], columns: [1] }] }],
    ['rows that are no count', { tables: [{ ...HEADER.tables[0], rows: -1 }] }],
    ['a sequence of another form', { tables: [{ ...HEADER.tables[0], sequence: { column: 1, last: '1' } }] }],
    ['a release that is no text', { gatehouse: { x: 1 } }],
    ['a migration without end', { migration: 'x'.repeat(1_000) }],
  ])('is refused with %s', async (_, change) => {
    await expect(read(headerLine({ ...HEADER, ...change }))).rejects.toThrow(
      'is damaged, or not a Gatehouse export',
    );
  });
});

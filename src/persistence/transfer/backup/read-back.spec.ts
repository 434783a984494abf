import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { headerLine, rowLine } from '../transfer-header.js';
import { digested, readBack } from '../export-database.js';

const HEADER = {
  migration: '0001-initial',
  dialect: 'sqlite',
  gatehouse: '1.0.0',
  created_at: '2026-11-25T12:00:00.000Z',
  tables: [{ name: 'grants', columns: ['id', 'note'], rows: 2 }],
} as const;
const LINES = [
  headerLine(HEADER),
  '{"table":"grants"}\n',
  rowLine(['1', 'Grüße 🦊']),
  rowLine(['2', Buffer.from([0, 255])]),
  '{"end":true}\n',
];

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'gatehouse-read-back-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Digests the lines, and reads a file whose text may be another one. */
async function readingBack(change: (text: string) => string = (text) => text): Promise<void> {
  const written = createHash('sha256');
  let text = '';
  for await (const line of digested(linesOf(), written)) text += line;
  const file = join(folder, 'export.gz');
  writeFileSync(file, gzipSync(change(text)));
  await readBack(file, { header: HEADER, written }, {});
}

async function* linesOf() {
  yield* LINES;
}

describe('an export that is read back', () => {
  it('is as it was written', async () => {
    await expect(readingBack()).resolves.toBeUndefined();
  });

  it.each([
    ['lacks a row', LINES[2]!, '', '1 of 2 rows of grants'],
    ['has a row twice', LINES[2]!, LINES[2]! + LINES[2]!, '3 of 2 rows of grants'],
    ['has another letter', 'Grüße', 'Grüsse', 'does not contain what was written'],
    ['has another moment', '12:00', '13:00', 'does not contain what was written'],
    ['has no end', LINES[4]!, '', 'it is cut off'],
    ['is broken within a row', '["2",', '["2"', 'is damaged'],
  ])('is refused when it %s', async (_, from, to, words) => {
    await expect(readingBack((text) => text.replace(from, to))).rejects.toThrow(words);
  });
});

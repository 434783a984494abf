import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { eventually } from '../../../test/support/eventually.js';
import { entriesIn } from '../../../test/support/zip-entries.js';
import { zipOf, type ZipEntry } from './person-archive.js';

async function* once<T>(...values: T[]): AsyncGenerator<T> {
  yield* values;
}

it('entries come out as they went in, empty ones and names in any language too', async () => {
  const large = randomBytes(300_000);
  const entries: ZipEntry[] = [
    { path: 'empty.json', content: once() },
    { path: 'files/приве́т.txt', content: once(Buffer.from('hello, '), Buffer.from('you')) },
    { path: 'large', content: once(large.subarray(0, 1), large.subarray(1)) },
  ];
  const read = entriesIn(await buffer(Readable.from(zipOf(once(...entries), 0))));
  expect([...read.keys()]).toEqual(entries.map(({ path }) => path));
  expect(read.get('files/приве́т.txt')?.toString()).toBe('hello, you');
  expect(read.get('large')?.equals(large)).toBe(true);
});

it('entries have the time of the archive, and only their owner reads them', async () => {
  const at = Date.UTC(2026, 10, 28, 17, 37, 59);
  const archive = await buffer(Readable.from(zipOf(once({ path: 'a', content: once() }), at)));
  const entry = archive.subarray(archive.indexOf('PK\u0001\u0002'));
  expect(entry.readUInt16LE(38 + 2).toString(8)).toBe('100600');
  // The extended timestamp behind the name.
  expect([entry.toString('latin1', 47, 49), entry.readUInt32LE(52) * 1_000]).toEqual([
    'UT',
    Math.floor(at / 1_000) * 1_000,
  ]);
});

it('a reader who goes away in the middle has the content closed', async () => {
  let isClosed = false;
  const endless = async function* () {
    try {
      for (;;) yield randomBytes(100_000);
    } finally {
      isClosed = true;
    }
  };
  const archive = zipOf(once({ path: 'endless', content: endless() }), 0);
  await archive.next();
  await archive.next();
  await archive.return(undefined);
  await eventually(() => isClosed);
});

it('content that fails fails the archive', async () => {
  const failing = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a');
    throw new Error('a lost file');
  };
  const archive = zipOf(once({ path: 'failing', content: failing() }), 0);
  await expect(buffer(Readable.from(archive))).rejects.toThrow('a lost file');
});

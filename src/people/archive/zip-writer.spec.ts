import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { eventually } from '../../../test/support/eventually.js';
import { entriesIn } from '../../../test/support/zip-entries.js';
import { zipOf, type ZipEntry } from './zip-writer.js';

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

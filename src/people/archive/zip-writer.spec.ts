import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { crc32, deflateRawSync } from 'node:zlib';
import { eventually } from '../../../test/support/eventually.js';
import { entriesIn } from '../../../test/support/zip-entries.js';
import { directoryOf, type Written, zipOf, type ZipEntry } from './zip-writer.js';

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

/** Bytes as APPNOTE.TXT lists them, in its order; spaces are for the reader. */
const bytes = (...hex: readonly string[]) => hex.join('').replaceAll(' ', '');
const le32 = (value: number) => {
  const out = Buffer.alloc(4);
  out.writeUInt32LE(value);
  return out.toString('hex');
};

it('each field of the format is as it says, byte by byte', async () => {
  const entry = { path: 'é', content: once(Buffer.from('h'), Buffer.from('i')) };
  // 17:37:58 on 2026-11-28: 10001 100101 11101, and 0101110 1011 11100.
  const at = Date.UTC(2026, 10, 28, 17, 37, 59);
  const packed = deflateRawSync('hi', { level: 1 });
  const sums = bytes(le32(crc32('hi')), le32(packed.length), '02000000');
  const common = bytes('1400 0808 0800', 'bd8c 7c5d');
  const name = Buffer.from('é').toString('hex');
  const central = bytes('504b0102 1e03', common, sums, '0200 0000 0000 0000 0000 00008081 00000000', name);
  expect((await buffer(Readable.from(zipOf(once(entry), at)))).toString('hex')).toBe(
    bytes(
      ...['504b0304', common, '00000000 00000000 00000000 0200 0000', name, packed.toString('hex')],
      ...['504b0708', sums, central, '504b0506 0000 0000 0100 0100 30000000'],
      ...[le32(30 + 2 + packed.length + 16), '0000'],
    ),
  );
});

it('a time before 1980 is in the first year of the format', async () => {
  const archive = await buffer(Readable.from(zipOf(once({ path: 'a', content: once() }), 0)));
  expect(archive.readUInt16LE(12)).toBe(0b0000000_0001_00001);
});

describe('an archive of more than the fields of a ZIP hold', () => {
  const entryAt = (offset: number): Written => ({
    name: Buffer.from('a'),
    crc: 0x04030201,
    packed: 5,
    size: 6,
    offset,
  });
  const entry = (version: string, extraLength: string, offset: string, extra = '') =>
    bytes(
      ...['504b0102 1e03', version, '0808 0800 0000 2100 01020304 05000000 06000000 0100', extraLength],
      ...['0000 0000 0000 00008081', offset, '61', extra],
    );
  const TIME = [0, 0x21] as const;

  it.each<[string, number, string, string]>([
    ['an entry that begins at the last place of a ZIP', 0xfffffffe, entry('1400', '0000', 'feffffff'), '2f'],
    [
      'an entry that begins behind it',
      0xffffffff,
      entry('2d00', '0c00', 'ffffffff', '0100 0800 ffffffff00000000'),
      '3b',
    ],
  ])('has %s', (_, offset, central, size) => {
    const end = bytes(
      ...['504b0606 2c00000000000000 1e03 2d00 00000000 00000000 0100000000000000 0100000000000000'],
      ...[`${size}00000000000000`, '0700000001000000', '504b0607 00000000'],
      ...[`${(Number.parseInt(size, 16) + 7).toString(16)}00000001000000 01000000`],
      ...['504b0506 0000 0000 ffff ffff', `${size}000000`, 'ffffffff 0000'],
    );
    const directory = directoryOf([entryAt(offset)], TIME, 0x1_0000_0007);
    expect(directory.toString('hex')).toBe(bytes(central, end));
  });

  it.each([
    ['65,534 entries as they are', 0xfffe, 9, ['feff', '09000000']],
    ['65,535 of them', 0xffff, 9, ['ffff', 'ffffffff']],
    ['a directory at the last place as it is', 1, 0xfffffffe, ['0100', 'feffffff']],
    ['a directory behind it', 1, 0xffffffff, ['ffff', 'ffffffff']],
  ])('counts %s', (_, count, offset, [shown, place]) => {
    const written = Array.from({ length: count }, () => entryAt(0));
    const directory = directoryOf(written, TIME, offset);
    const end = directory.subarray(count * 47).toString('hex');
    expect(end.startsWith('504b0606')).toBe(shown === 'ffff');
    expect(end.slice(-44)).toBe(
      bytes('504b0506 0000 0000', shown!, shown!, le32(count * 47), place!, '0000'),
    );
  });
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

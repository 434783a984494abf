import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aboutLine, DIGEST_BYTES } from './about.js';
import { ArchiveReader } from './archive-reader.js';
import { ArchiveWriter } from './archive-writer.js';
import { LENGTH_BYTES } from './frames.js';

const ABOUT = { gatehouse: '1.0.0', created_at: '2026-01-31T00:00:00.000Z', migration: '0001-initial' };
const PASSPHRASE = 'correct horse';
const BIG = Buffer.alloc(600_000, 'a line of text\n');
const FILES: readonly (readonly [string, Buffer])[] = [
  ['database.ndjson.gz', BIG],
  ['media/abc', Buffer.from('picture')],
  ['state/secrets/key', Buffer.alloc(0)],
];

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'gatehouse-archive-'))));
afterEach(() => rmSync(folder, { recursive: true }));

async function* inOne(bytes: Buffer) {
  yield bytes;
}

async function written(files = FILES, passphrase?: string): Promise<string> {
  const file = join(folder, 'a.backup');
  rmSync(file, { force: true });
  const writer = await ArchiveWriter.create(file, ABOUT, passphrase);
  for (const [path, bytes] of files) await writer.add(path, inOne(bytes));
  await writer.finish({ done: true });
  await writer.close();
  return file;
}

async function read(file: string, passphrase?: string) {
  const reader = await ArchiveReader.open(file, passphrase);
  const files: [string, Buffer][] = [];
  try {
    const last = await reader.readAll(async (path, chunks) => {
      const all: Uint8Array[] = [];
      for await (const chunk of chunks) all.push(chunk);
      files.push([path, Buffer.concat(all)]);
    });
    return { files, last };
  } finally {
    await reader.close();
  }
}

/** The ranges of the frames of a file. */
function framesOf(bytes: Buffer, tagBytes: number): [number, number][] {
  const frames: [number, number][] = [];
  for (let at = bytes.indexOf('\n') + 1 + DIGEST_BYTES; at < bytes.length;) {
    const end = at + LENGTH_BYTES + bytes.readUInt32BE(at) + tagBytes;
    frames.push([at, end]);
    at = end;
  }
  return frames;
}

describe.each([
  ['plain', 100, undefined, 32],
  // Each reading makes the key again, which takes long by design.
  ['encrypted', 3, PASSPHRASE, 16],
] as const)('an archive that is %s', (_, places, passphrase, tagBytes) => {
  it('has its files and its last frame', async () => {
    const file = await written(FILES, passphrase);
    expect(await read(file, passphrase)).toEqual({ files: FILES, last: { done: true } });
    expect(readFileSync(file).includes('a line of text')).toBe(passphrase === undefined);
  });

  it(`is refused with a bit changed at any of ${places} places, and in each part of a frame`, async () => {
    const file = await written(FILES, passphrase);
    const bytes = readFileSync(file);
    const [from, to] = framesOf(bytes, tagBytes)[1]!;
    const spread = Array.from({ length: places }, (_unused, n) => Math.floor((n * bytes.length) / places));
    for (const at of [...spread, from, from + LENGTH_BYTES, to - 1]) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1 << (at % 8);
      writeFileSync(file, damaged);
      expect([at, await read(file, passphrase).catch((error: unknown) => (error as Error).name)]).toEqual([
        at,
        'BackupError',
      ]);
    }
  });

  it('is refused when it is cut, at each frame and within one', async () => {
    const file = await written(FILES, passphrase);
    const bytes = readFileSync(file);
    const frames = framesOf(bytes, tagBytes);
    const ends = places === 100 ? frames.flatMap(([from, to]) => [from, from + 3, to - 1]) : [frames[3]![0]];
    for (const end of ends) {
      writeFileSync(file, bytes.subarray(0, end));
      await expect(read(file, passphrase)).rejects.toThrow('it is cut off');
    }
  });

  it('is refused with frames that are exchanged, repeated, left out or added', async () => {
    const file = await written(FILES, passphrase);
    const bytes = readFileSync(file);
    const ranges = framesOf(bytes, tagBytes);
    const head = bytes.subarray(0, ranges[0]![0]);
    const frames = ranges.map(([from, to]) => bytes.subarray(from, to));
    const [first, second, third, ...more] = frames as [Buffer, Buffer, Buffer, ...Buffer[]];
    for (const order of [
      [first, third, second, ...more],
      [first, second, second, third, ...more],
      [first, third, ...more],
      [...frames, more.at(-1)!],
    ]) {
      writeFileSync(file, Buffer.concat([head, ...order]));
      await expect(read(file, passphrase)).rejects.toThrow('is damaged');
    }
  });
});

describe('an encrypted archive', () => {
  it('says that a passphrase is wrong or missing', async () => {
    const file = await written(FILES, PASSPHRASE);
    await expect(read(file, 'wrong horse')).rejects.toThrow('the passphrase does not match');
    await expect(read(file)).rejects.toThrow('is encrypted: pass the file with its passphrase');
  });

  it('opens with its passphrase from a keyboard that composes accents in another way', async () => {
    const file = await written(FILES, 'caf\u00e9');
    await expect(read(file, 'cafe\u0301')).resolves.toMatchObject({ files: FILES });
  });

  it('is bound to its first line', async () => {
    const file = await written(FILES, PASSPHRASE);
    const bytes = readFileSync(file);
    const end = bytes.indexOf('\n') + 1;
    const {
      format: _format,
      version: _version,
      ...about
    } = JSON.parse(bytes.toString('utf8', 0, end)) as Parameters<typeof aboutLine>[0] & {
      format: string;
      version: number;
    };
    const other = aboutLine({ ...about, created_at: '2027-01-31T00:00:00.000Z' });
    writeFileSync(file, Buffer.concat([other.bytes, other.digest, bytes.subarray(end + DIGEST_BYTES)]));
    await expect(read(file, PASSPHRASE)).rejects.toThrow('is damaged');
  });
});

describe('a plain archive', () => {
  it('is refused where a passphrase was given: it may be a forger’s', async () => {
    const file = await written(FILES);
    await expect(read(file, PASSPHRASE)).rejects.toThrow('is not encrypted, although a passphrase was given');
  });
});

describe('the first line of a hostile archive', () => {
  const ENCRYPTION = { salt: `${'A'.repeat(22)}==`, N: 32_768, r: 8, p: 3, check: `${'A'.repeat(43)}=` };
  const opened = (about: object) => {
    const { bytes, digest } = aboutLine({ ...ABOUT, encryption: null, ...about });
    const file = join(folder, 'hostile');
    writeFileSync(file, Buffer.concat([bytes, digest]));
    return read(file, 'encryption' in about ? 'p' : undefined);
  };

  it.each([
    ['more memory', { N: 2 ** 20, r: 16, p: 1 }],
    ['more time', { p: 4_000 }],
    ['less', { N: 2, r: 1, p: 1 }],
    ['a number of another type', { N: '32768' }],
    ['no salt', { salt: '' }],
    ['a check of another length', { check: 'AAAA' }],
  ])('is refused when it asks scrypt for %s than ours', async (_, change) => {
    await expect(opened({ encryption: { ...ENCRYPTION, ...change } })).rejects.toThrow('is damaged');
  });

  it.each([
    { gatehouse: '\u001b]0;x\u0007' },
    { gatehouse: 7 },
    { created_at: '2026-01-31' },
    { created_at: { toString: 1 } },
    { migration: '0001-$(id)' },
    { encryption: undefined },
    { encryption: 0 },
    { encryption: [] },
  ])('is refused with %j', async (about) => {
    await expect(opened(about)).rejects.toThrow('its first line was not written by Gatehouse');
  });
});

describe('a hostile archive', () => {
  it.each([
    '../admin-token',
    'state/../../etc/passwd',
    '/etc/passwd',
    'state//x',
    'state/a\\..\\b',
    'state/gatehouse.db',
    'state/gatehouse.db-wal',
    'state/Gatehouse.DB',
    'state/plugins/plugins.json',
    'state/gateway.json',
    'media/../x',
    'media/a/b',
    'state/a\nb',
    'state/',
    'elsewhere/x',
    `state/${'x'.repeat(1_100)}`,
  ])('is refused for a path such as %#', async (path) => {
    const file = await written([[path, Buffer.from('x')]]);
    await expect(read(file)).rejects.toThrow(/which (could be outside|is not a message file|no backup)/);
  });

  it('is refused for a path that it has twice', async () => {
    const file = await written([FILES[1]!, FILES[1]!]);
    await expect(read(file)).rejects.toThrow('appears twice');
  });

  it('is refused for a frame that would need much memory', async () => {
    const file = await written([]);
    const bytes = readFileSync(file);
    bytes.writeUInt32BE(0x7f_ff_ff_ff, bytes.indexOf('\n') + 1 + DIGEST_BYTES);
    writeFileSync(file, bytes);
    await expect(read(file)).rejects.toThrow('is damaged');
  });
});

it.each(['', 'no line end', '{}\n', `${'x'.repeat(5_000)}\n`, '\u0000\u0001\n'.repeat(20)])(
  'a file of other bytes, as in example %#, is no backup',
  async (text) => {
    const file = join(folder, 'other');
    writeFileSync(file, text.padEnd(text.includes('{}') ? 100 : 0, 'x'));
    await expect(read(file)).rejects.toThrow('is not a Gatehouse backup');
  },
);

it('a format of later releases is refused with their version', async () => {
  const file = await written();
  const bytes = readFileSync(file);
  const text = bytes.toString('latin1', 0, bytes.indexOf('\n') + 1).replace('"version":1', '"version":2');
  const { createHash } = await import('node:crypto');
  const line = Buffer.from(text.replace('1.0.0', '9.9.9'));
  writeFileSync(file, Buffer.concat([line, createHash('sha256').update(line).digest(), Buffer.alloc(100)]));
  await expect(read(file)).rejects.toThrow(/newer release \(9\.9\.9\), in format version 2/);
});

import { crc32, inflateRawSync } from 'node:zlib';

const [CENTRAL, END] = [0x02014b50, 0x06054b50];

/** The entries of a ZIP archive by its directory at the end; refuses a wrong checksum. */
export function entriesIn(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new Error('no end of an archive');
  const entries = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new Error(`no entry at ${at}`);
    const [crc, packed] = [archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 20)];
    const [nameLength, extraLength] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)];
    const offset = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const begin = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
    const content = inflateRawSync(archive.subarray(begin, begin + packed));
    if (crc32(content) !== crc) throw new Error(`${name} has a wrong checksum`);
    entries.set(name, content);
    at += 46 + nameLength + extraLength + archive.readUInt16LE(at + 32);
  }
  return entries;
}

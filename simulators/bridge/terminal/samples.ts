import { crc32, deflateSync } from 'node:zlib';

/*
 * Files for those who try the simulator without files of their own: made here, so that they are real ones that viewers,
 * players and models can read.
 */

const SIDE = 64;
const RED = [0xd0, 0x30, 0x30];

/** A PNG of a red square with 64 pixels a side. */
export const SQUARE = pngOf(SIDE, RED);

const SAMPLE_RATE = 8_000;
const TONE_HZ = 440;

/** A Core Audio file with one second of a tone: 16-bit PCM, mono. */
export const TONE = cafOf(
  Int16Array.from({ length: SAMPLE_RATE }, (_, index) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * TONE_HZ * index) / SAMPLE_RATE)),
  ),
);

function pngOf(side: number, colour: readonly number[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // 8 bits for each of red, green and blue; no interlacing.
  header.set([8, 2, 0, 0, 0], 8);
  const line = [0, ...Array.from({ length: side }, () => colour).flat()];
  const pixels = deflateSync(Buffer.from(Array.from({ length: side }, () => line).flat()));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

function cafOf(samples: Int16Array): Buffer {
  const description = Buffer.alloc(32);
  description.writeDoubleBE(SAMPLE_RATE, 0);
  description.write('lpcm', 8);
  // Big-endian integers: 2 bytes a packet, 1 frame a packet, 1 channel, 16 bits.
  [0, 2, 1, 1, 16].forEach((value, index) => description.writeUInt32BE(value, 12 + 4 * index));
  const data = Buffer.alloc(4 + 2 * samples.length);
  samples.forEach((sample, index) => data.writeInt16BE(sample, 4 + 2 * index));
  const header = Buffer.from([...Buffer.from('caff'), 0, 1, 0, 0]);
  return Buffer.concat([header, section('desc', description), section('data', data)]);
}

function section(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(12);
  head.write(type);
  head.writeBigInt64BE(BigInt(data.length), 4);
  return Buffer.concat([head, data]);
}

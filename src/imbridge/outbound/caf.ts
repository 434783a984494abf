import type { OpusPacket, OpusStream } from './ogg-opus.js';

const OPUS_RATE = 48_000;
/** The rates of Opus; a stream states the rate of its recording. */
const RATES: readonly number[] = [8_000, 12_000, 16_000, 24_000, 48_000];
/** Apple's tags for the channel layouts mono and stereo. */
const LAYOUTS = { 1: (100 << 16) | 1, 2: (101 << 16) | 2 } as const;

/**
 * An Opus stream as a Core Audio file (Apple's "Core Audio Format Specification 1.0"), the form voice memos have (wire
 * 2.4): the same packets in another container, without re-encoding.
 */
export function cafOf(stream: OpusStream): Uint8Array {
  const rate = RATES.includes(stream.inputRate) ? stream.inputRate : OPUS_RATE;
  const scale = rate / OPUS_RATE;
  const [first] = stream.packets;
  const isEven = stream.packets.every(({ duration }) => duration === first?.duration);
  const framesPerPacket = isEven ? (first?.duration ?? 0) * scale : 0;
  return Buffer.concat([
    Buffer.from('caff\0\x01\0\0', 'latin1'),
    chunk('desc', descriptionOf(rate, framesPerPacket, stream.channels)),
    chunk('chan', layoutOf(stream.channels)),
    chunk('pakt', packetTable(stream, { scale, isEven })),
    chunk('data', Buffer.alloc(4), ...stream.packets.map(({ bytes }) => bytes)),
  ]);
}

function chunk(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(12);
  header.write(type, 'latin1');
  header.writeBigInt64BE(BigInt(parts.reduce((sum, { byteLength }) => sum + byteLength, 0)), 4);
  return Buffer.concat([header, ...parts]);
}

/** Packets of any size: no bytes per packet, no bits per channel. */
function descriptionOf(rate: number, framesPerPacket: number, channels: number): Buffer {
  const description = Buffer.alloc(32);
  description.writeDoubleBE(rate, 0);
  description.write('opus', 8, 'latin1');
  description.writeUInt32BE(framesPerPacket, 20);
  description.writeUInt32BE(channels, 24);
  return description;
}

function layoutOf(channels: OpusStream['channels']): Buffer {
  const layout = Buffer.alloc(12);
  layout.writeUInt32BE(LAYOUTS[channels], 0);
  return layout;
}

/** The number of packets, their audible part, and the size of each; also each duration, where they differ. */
function packetTable(
  { packets, preSkip, length }: OpusStream,
  { scale, isEven }: { readonly scale: number; readonly isEven: boolean },
): Buffer {
  const frames = (samples: number) => Math.round(samples * scale);
  const total = frames(packets.reduce((sum, { duration }) => sum + duration, 0));
  const header = Buffer.alloc(24);
  header.writeBigInt64BE(BigInt(packets.length), 0);
  header.writeBigInt64BE(BigInt(frames(length)), 8);
  header.writeInt32BE(frames(preSkip), 16);
  header.writeInt32BE(Math.max(0, total - frames(preSkip) - frames(length)), 20);
  const entry = ({ bytes, duration }: OpusPacket): number[] => [
    ...variable(bytes.byteLength),
    ...(isEven ? [] : variable(frames(duration))),
  ];
  return Buffer.concat([header, Buffer.from(packets.flatMap(entry))]);
}

/** Writes a number with seven bits per byte, the highest first; every byte but the last has its eighth bit set. */
function variable(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

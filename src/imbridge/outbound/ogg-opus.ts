/** The content of an Ogg file with one Opus stream (RFC 3533, RFC 7845). Durations in samples at 48 kHz. */
export interface OpusStream {
  readonly channels: 1 | 2;
  /** Inaudible samples at the beginning. */
  readonly preSkip: number;
  /** The rate of the encoded recording, Hz; 0 when the file does not state it. */
  readonly inputRate: number;
  readonly packets: readonly OpusPacket[];
  /** Audible samples. */
  readonly length: number;
}

export interface OpusPacket {
  readonly bytes: Uint8Array;
  readonly duration: number;
}

const PAGE_HEADER = 27;
const IS_CONTINUED = 1;
const NO_GRANULE = 0xffff_ffff_ffff_ffffn;
/** The maximum duration of a packet (RFC 6716, 3.2.5). */
const MAX_PACKET = 5_760;

/**
 * Parses an Ogg file. Only the first stream counts, as in players.
 * @returns undefined for anything but a complete Opus stream with one or two channels
 */
export function readOggOpus(file: Uint8Array): OpusStream | undefined {
  const pages = pagesOf(file);
  const serial = pages[0]?.serial;
  const stream = pages.filter((page) => page.serial === serial);
  const [head, tags, ...audio] = packetsOf(stream);
  if (!head || !tags || textAt(head, 'OpusHead') === undefined || textAt(tags, 'OpusTags') === undefined)
    return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const channels = head.byteLength >= 19 ? view.getUint8(9) : 0;
  // Other mappings have nested streams, which are not supported.
  if ((channels !== 1 && channels !== 2) || view.getUint8(18) !== 0) return undefined;
  const packets = audio.filter(({ byteLength }) => byteLength > 0).map(timed);
  if (packets.length === 0 || packets.some(({ duration }) => duration === 0)) return undefined;
  const preSkip = view.getUint16(10, true);
  const total = packets.reduce((sum, { duration }) => sum + duration, 0);
  const last = stream.findLast(({ granule }) => granule !== NO_GRANULE)?.granule ?? 0n;
  const end = last > 0n && last < BigInt(total) ? Number(last) : total;
  const length = end - preSkip;
  return length > 0 ? { channels, preSkip, inputRate: view.getUint32(12, true), packets, length } : undefined;
}

interface Page {
  readonly serial: number;
  readonly granule: bigint;
  readonly isContinued: boolean;
  /** Lengths of the pieces; 255 means that a packet continues. */
  readonly lacing: Uint8Array;
  readonly body: Uint8Array;
}

/** Ends at the first invalid page, so that truncated data is left out. */
function pagesOf(file: Uint8Array): readonly Page[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const pages: Page[] = [];
  for (let at = 0; at + PAGE_HEADER <= file.byteLength;) {
    if (textAt(file.subarray(at), 'OggS') === undefined) break;
    const count = view.getUint8(at + 26);
    const lacing = file.subarray(at + PAGE_HEADER, at + PAGE_HEADER + count);
    const start = at + PAGE_HEADER + count;
    const end = start + lacing.reduce((sum, piece) => sum + piece, 0);
    if (end > file.byteLength) break;
    pages.push({
      serial: view.getUint32(at + 14, true),
      granule: view.getBigUint64(at + 6, true),
      isContinued: (view.getUint8(at + 5) & IS_CONTINUED) !== 0,
      lacing,
      body: file.subarray(start, end),
    });
    at = end;
  }
  return pages;
}

/** A packet may span pages; one without its end is dropped. */
function packetsOf(pages: readonly Page[]): readonly Uint8Array[] {
  const packets: Uint8Array[] = [];
  let open: Uint8Array[] = [];
  for (const { lacing, body, isContinued } of pages) {
    if (!isContinued) open = [];
    let at = 0;
    for (const piece of lacing) {
      open.push(body.subarray(at, at + piece));
      at += piece;
      if (piece === 255) continue;
      packets.push(open.length === 1 ? (open[0] ?? new Uint8Array()) : Buffer.concat(open));
      open = [];
    }
  }
  return packets;
}

/** Frames of these lengths by the number of the configuration (RFC 6716, 3.1). */
const SILK = [480, 960, 1_920, 2_880] as const;
const HYBRID = [480, 960] as const;
const CELT = [120, 240, 480, 960] as const;

/** Reads the duration of a packet from its first byte; 0 for an invalid one. */
function timed(bytes: Uint8Array): OpusPacket {
  const [toc = 0, second = 0] = bytes;
  const config = toc >> 3;
  const frame = config < 12 ? SILK[config % 4] : config < 16 ? HYBRID[config % 2] : CELT[config % 4];
  const code = toc & 3;
  const count = code === 0 ? 1 : code === 3 ? (bytes.byteLength > 1 ? second & 0x3f : 0) : 2;
  const duration = (frame ?? 0) * count;
  return { bytes, duration: duration <= MAX_PACKET ? duration : 0 };
}

function textAt(bytes: Uint8Array, text: string): string | undefined {
  const isThere = Array.from(text).every((character, index) => bytes[index] === character.charCodeAt(0));
  return isThere ? text : undefined;
}

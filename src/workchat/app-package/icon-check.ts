import { inflateSync } from 'node:zlib';
import { convertIndexedToRgb, decode, type DecodedPng, hasPngSignature } from 'fast-png';
import { ICON_SIZES, type IconKind } from './icons.js';
import { error, type PackageProblem } from './problem.js';

/** Signature, length and type of the first chunk, width, height. */
const HEADER_BYTES = 24;
const SIGNATURE_BYTES = 8;
/** Many times the size of the largest icon, at two bytes a sample. */
const MAX_PIXEL_BYTES = 1024 * 1024;

/** The faults of an icon. @param file its path in the package; @param bytes undefined when the file is missing */
export function iconProblems(
  kind: IconKind,
  file: string,
  bytes: Uint8Array | undefined,
): readonly PackageProblem[] {
  const side = ICON_SIZES[kind];
  const wanted = `a ${side}x${side} pixel PNG`;
  if (!bytes)
    return [
      error(
        file,
        `icons.${kind} names it, but it is missing`,
        `Put ${wanted} with this name next to the manifest.`,
      ),
    ];
  if (bytes.length === 0)
    return [
      error(
        file,
        'it is empty, which the upload calls "icon file cannot be empty"',
        `Replace it with ${wanted}.`,
      ),
    ];
  if (bytes.length < HEADER_BYTES || !hasPngSignature(bytes))
    return [
      error(file, 'it is not a PNG', `Replace it with ${wanted}. Renaming another format is not enough.`),
    ];
  const { width, height } = sizeOf(bytes);
  if (width !== side || height !== side)
    return [error(file, `it has ${width}x${height} pixels`, `Scale it: icons.${kind} must be ${wanted}.`)];
  return pixelProblems(kind, file, bytes);
}

/** Reads the size without decoding, so that an image of the wrong size is never decoded. */
function sizeOf(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function pixelProblems(kind: IconKind, file: string, bytes: Uint8Array): readonly PackageProblem[] {
  const image = decoded(bytes);
  if (!image) return [error(file, 'it is a damaged PNG', 'Export it again from its source.')];
  if (kind === 'color' || isWhiteOnNothing(image)) return [];
  return [
    error(
      file,
      'it has colors other than white, or no transparent background',
      'icons.outline must be white on a transparent background, because the client colors it.',
    ),
  ];
}

/** Leaves out metadata, which may be compressed and unpack to any size. */
function decoded(bytes: Uint8Array): DecodedPng | undefined {
  try {
    const chunks = chunksOf(bytes).filter(({ type }) => /^[A-Z]/.test(type) || type === 'tRNS');
    const pixels = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
    inflateSync(Buffer.concat(pixels), { maxOutputLength: MAX_PIXEL_BYTES });
    const essential = [bytes.subarray(0, SIGNATURE_BYTES), ...chunks.map(({ whole }) => whole)];
    return decode(Buffer.concat(essential), { checkCrc: true });
  } catch {
    return undefined;
  }
}

/** @throws Error for a truncated image */
function chunksOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: { readonly type: string; readonly data: Uint8Array; readonly whole: Uint8Array }[] = [];
  for (let at = SIGNATURE_BYTES; chunks.at(-1)?.type !== 'IEND';) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.byteLength) throw new Error('cut short');
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) });
    at = end;
  }
  return chunks;
}

/** Whether every visible pixel is white, and some pixels are transparent. */
function isWhiteOnNothing(image: DecodedPng): boolean {
  // A single colour is an unfinished icon, whose intended colour only its author knows.
  if (!image.palette && image.transparency?.length) return true;
  const { data, channels, white } = samplesOf(image);
  if (channels !== 2 && channels !== 4) return false;
  let hasHole = false;
  for (let at = 0; at < data.length; at += channels) {
    const alpha = data[at + channels - 1] ?? 0;
    if (alpha < white) hasHole = true;
    for (let part = at; alpha > 0 && part < at + channels - 1; part += 1)
      if (data[part] !== white) return false;
  }
  return hasHole;
}

function samplesOf(image: DecodedPng) {
  const { palette, depth } = image;
  if (!palette) return { data: image.data, channels: image.channels, white: 2 ** depth - 1 };
  return { data: convertIndexedToRgb(image), channels: palette[0]?.length ?? 0, white: 255 };
}

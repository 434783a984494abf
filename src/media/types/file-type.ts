import { imageTypeOf } from './image-type.js';
import { beginsWith } from './signature.js';

export const UNKNOWN_TYPE = 'application/octet-stream';

/** The beginnings of other kinds of files that people send; `?` is any byte. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['caff', 'audio/x-caf'],
  ['ID3', 'audio/mpeg'],
  ['\xff\xfb', 'audio/mpeg'],
  ['\xff\xfa', 'audio/mpeg'],
  ['\xff\xf3', 'audio/mpeg'],
  ['\xff\xf2', 'audio/mpeg'],
  [`OggS${'?'.repeat(24)}OpusHead`, 'audio/opus'],
  ['OggS', 'audio/ogg'],
  ['RIFF????WAVE', 'audio/wav'],
  ['????ftypM4A', 'audio/mp4'],
  ['????ftyphei', 'image/heic'],
  ['????ftypmif1', 'image/heic'],
  ['????ftypqt', 'video/quicktime'],
  ['????ftyp', 'video/mp4'],
  ['%PDF-', 'application/pdf'],
  ['PK\x03\x04', 'application/zip'],
];

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'audio/x-caf': 'caf',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/opus': 'opus',
  'audio/wav': 'wav',
  'audio/mp4': 'm4a',
  'video/quicktime': 'mov',
  'video/mp4': 'mp4',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
};

/**
 * The type of a file by its bytes, whatever else is said about it; `application/octet-stream` when they do not reveal
 * it.
 */
export function fileTypeOf(bytes: Uint8Array): string {
  const known = SIGNATURES.find(([signature]) => beginsWith(bytes, signature))?.[1];
  return imageTypeOf(bytes) ?? known ?? UNKNOWN_TYPE;
}

/** The usual extension of files of this type, without the dot; `bin` for a type that has none. */
export const extensionOf = (mimeType: string): string => EXTENSIONS[mimeType] ?? 'bin';

import { beginsWith } from './signature.js';

/** The kinds of images that models accept. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** The beginnings of each kind, a character per byte; `?` is any byte. */
const SIGNATURES: readonly (readonly [string, ImageType])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['RIFF????WEBP', 'image/webp'],
];

/** The type of an image by its bytes, whatever else is said about it; undefined for everything else. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  return SIGNATURES.find(([signature]) => beginsWith(bytes, signature))?.[1];
}

/** Whether models accept images of this type. */
export const isImageType = (mimeType: string): mimeType is ImageType =>
  SIGNATURES.some(([, type]) => type === mimeType);

import { beginsWith } from './signature.js';

/** The kinds of images that models take. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** How each may begin, a character a byte; `?` is any byte. */
const SIGNATURES: readonly (readonly [string, ImageType])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['RIFF????WEBP', 'image/webp'],
];

/** Type of an image by its bytes, whatever anybody says of it; undefined for all else. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  return SIGNATURES.find(([signature]) => beginsWith(bytes, signature))?.[1];
}

/** Whether models take images of this type. */
export const isImageType = (mimeType: string): mimeType is ImageType =>
  SIGNATURES.some(([, type]) => type === mimeType);

/** The kinds of images that models take. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** How each begins, one byte a character; a dot is any byte. */
const SIGNATURES: Readonly<Record<ImageType, RegExp>> = {
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/gif': /^GIF8[79]a/,
  'image/webp': /^RIFF[^]{4}WEBP/,
};

/** What kind of image the bytes are, whatever anybody says they are; undefined for all else. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return (Object.keys(SIGNATURES) as ImageType[]).find((type) => SIGNATURES[type].test(start));
}

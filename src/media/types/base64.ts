export type Decoded =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'not-base64' | 'empty' | 'too-large' };

const DATA_URL = /^data:[^,]{0,200};base64,/i;
const ALPHABET = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Reads base64 as models and programs write it: with line breaks, in either alphabet, also as a `data:` URL. */
export function decodeBase64(text: string, maxBytes: number): Decoded {
  const start = DATA_URL.exec(text)?.[0].length ?? 0;
  const code = text.slice(start).replace(/\s+/g, '');
  const digits = code.endsWith('=') ? code.replace(/=+$/, '') : code;
  if (!ALPHABET.test(code) || digits.length % 4 === 1) return { kind: 'not-base64' };
  if (digits === '') return { kind: 'empty' };
  if (!isWhole(digits, text.slice(start))) return { kind: 'not-base64' };
  if (Math.floor((digits.length * 3) / 4) > maxBytes) return { kind: 'too-large' };
  return { kind: 'bytes', bytes: Buffer.from(digits, 'base64') };
}

/**
 * Tells base64 from words that use the same letters: words have spaces too, mix both alphabets, or end in bits that
 * encode nothing.
 */
function isWhole(digits: string, text: string): boolean {
  if (/\S[^\S\r\n\t]+\S/.test(text) || (/[+/]/.test(digits) && /[-_]/.test(digits))) return false;
  const end = digits.length % 4 === 0 ? '' : digits.slice(digits.length - (digits.length % 4));
  return end === '' || reencoded(end) === end.replaceAll('-', '+').replaceAll('_', '/');
}

const reencoded = (end: string): string => Buffer.from(end, 'base64').toString('base64').replace(/=+$/, '');

import { createHash } from 'node:crypto';

/**
 * The digests of all lines, as `digestOf` makes them, of the files AGENTS, SOUL, IDENTITY and USER.md that the releases
 * 2026.1.24, 2.26, 4.29, 6.11, 7.1, 8.1 and 9.6 put into a new workspace (`docs/reference/templates`).
 */
const LINES =
  '-6KT-SFU-dNd-t6k00EB0Gju0OJh0dRc0eeL0x5C0zTN10WP14Pc16te1Huo1fHa1kVl2Dj82cSr2he12lki2nx92zOu3460' +
  '3aLi4Cv64I144NMi4Phv4RXj4dEM4dVv4ljj4seB4uo7571e58w65AlI5GCF5WlT5ba-5kt15wQZ5xYt6by46neS6tE26z2_' +
  '78R07mD_8VAw99IS9LZZ9Y409_ga9_xxAQ1rAXgfAaMwAfELAkj8Ar0XBXpiBhBeC0FQC9xECA3_CJ6xCSXFCWtoCYtiCbZl' +
  'CgfKCtw2CygFEBysElR7Euo_ExotFJjFFMN2FZ5HFhPcFvhzFxSbG5ZaG8LjGAKeGCvHGazzGn8xGsguGxbHGzYBHLKSHLS5' +
  'HSp_Hbp8I0mmIFzEISYqIaA7Iaa2IjN4Ip0RJ0FiJAJ1JBp_JPbTJlTpKJ5jKRqxKTmWKVl4LGndLNFaLuH6LuK4MAPLME0J' +
  'MF6oMPABMZv_Mad1Mm6tMqnON1ohNWF6NcNGOD5MOWLtOY3bOYRtOZjfOc4WOdD4P6Y2P6afPayUPzLgQDDwQdB9R0ZQRGV6' +
  'RTIcRkqvRpfoRy3HS6-kSBZlSM7TSU76SZRqSeRbSfriSjgwSmIuSsjaSvsfT1Z-TKOIU-rnUDnYUOIhUU_lUZf4UhliUiwg' +
  'V6z-VJsnVKh9VLWsVWT-VtFjVtduW7LEWYHrWnF5Wz5DX02uX0P5X8Y7XYLZXbeUXdd7YDxkYJbBYOLWYk6rYt21YxTZYyf7' +
  'ZOxpZeAnZwKr_00r_A4c_ldaa-Q-aKVNaiVUb7MabJv9bMr9bQ5DbnobbqeOc70dcIgXcYxNcoiYdXApdnDreK8weLl-eWd8' +
  'f3gff58qf7PtfEs9fUilfjGkg2jsgCtRgK1UgKsMgWIugZ8egdaugqNTgworh7vohW6LhkGehnQ0i00ki_ZdjA72jE04jE4A' +
  'jacnjrBsjsK8k092k599kB9vkQh8kb1TlFRzlJn2lU3gljfDm4ZMmLDcmczKn015nD0NnynpoHy-oe_6oxN2p26IpNzNp_1m' +
  'pb-Gpea-piAhpuZPq0okq1qpq4RnqSFCqywPrCgerHpDrNcArQzJs6h3s8ZFsLSVsO6jsXF-t1VPtamhtkD8u1tpu7wev7G9' +
  'vBj3vMRZvPIHvpUdwDLYwGT7wGuHwQyLwUDbwXgmwfHfwk77wrdDws3ax1V0x9bFxCoQxDTSxICFxOaNxk5HxkYnxrvyyjJK' +
  'yun5yx_bzN84zUuwzfdFzhBvzhmxzmdg';

const CHARS = 4;
const KNOWN = new Set(LINES.match(new RegExp(`.{${CHARS}}`, 'g')));

/** Without emphasis, punctuation and case, which formatters change. */
const words = (line: string): string =>
  line
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

const digestOf = (line: string): string =>
  createHash('sha256').update(line).digest('base64url').slice(0, CHARS);

/** The lines of a file that no template has. A file without any is a template, perhaps with parts removed. */
export const ownLines = (text: string): readonly string[] =>
  text
    .replace(/^---\r?\n.*?\n---\r?\n/s, '')
    .split(/\r?\n/)
    .filter((line) => words(line) !== '' && !KNOWN.has(digestOf(words(line))));

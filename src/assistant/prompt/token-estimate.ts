/** Tokens that models use to mark the beginning and the author of a message, besides its text. */
export const MESSAGE_TOKENS = 4;

/** Letters per token in languages with few letters; most have four. */
const LETTERS_PER_TOKEN = 3;
/** Bytes of UTF-8 per token in other languages: two tokens for a Chinese character, three for an emoji. */
const BYTES_PER_TOKEN = 1.5;

/**
 * Estimates the tokens of a text for models with an unknown tokenizer, rather too high than too low. English comes out
 * a third too high; each digit and sign counts as one token. Text without words (keys, base64) can take up to twice the
 * estimate.
 */
export function estimateTokens(text: string): number {
  let ascii = 0;
  let signs = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 128) continue;
    ascii++;
    if (isSign(code)) signs++;
  }
  const bytes = ascii === text.length ? ascii : Buffer.byteLength(text);
  return Math.ceil(signs + (ascii - signs) / LETTERS_PER_TOKEN + (bytes - ascii) / BYTES_PER_TOKEN);
}

/** Digits and signs of ASCII: every printable character except letters and the space. */
const isSign = (code: number): boolean =>
  (code > 32 && code < 65) || (code > 90 && code < 97) || (code > 122 && code < 127);

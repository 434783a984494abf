/** Tokens by which models tell where a message ends and whose it is, besides its text. */
export const MESSAGE_TOKENS = 4;

/** Letters per token in the languages of few letters; most have four. */
const LETTERS_PER_TOKEN = 3;
/** Bytes of UTF-8 per token elsewhere: two tokens for a character of Chinese, three for an emoji. */
const BYTES_PER_TOKEN = 1.5;

/**
 * About how many tokens a text takes, for models whose tokenizer we don't know: rather too many than too few.
 * English comes out a third too high; digits and signs count one each. Text without words (keys, base64) can take
 * up to twice as many.
 */
export function estimateTokens(text: string): number {
  const bytes = Buffer.byteLength(text);
  const ascii = text.length - (text.match(/[^\0-\x7f]/g)?.length ?? 0);
  const signs = text.match(/[!-@[-`{-~]/g)?.length ?? 0;
  return Math.ceil(signs + (ascii - signs) / LETTERS_PER_TOKEN + (bytes - ascii) / BYTES_PER_TOKEN);
}

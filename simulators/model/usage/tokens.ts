/** The usual estimate for English text. */
export const CHARACTERS_PER_TOKEN = 4;

export const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

/** Words with their leading spaces: short enough to show a stream, and joined they give the exact text. */
export const wordsOf = (text: string): readonly string[] => text.match(/\s*\S+|\s+$/g) ?? [];

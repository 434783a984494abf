const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** A text as one word of a shell, in which nothing is executed, expanded or divided. */
export const shellWord = (text: string): string =>
  PLAIN_WORD.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

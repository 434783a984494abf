/** Characters that a reader does not see, that turn the direction of a text, or that look like a space and are none. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** A text of which nothing is hidden: whatever cannot be seen is an escape sequence, line breaks and tabs too. */
export const visibly = (text: string): string =>
  text.replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

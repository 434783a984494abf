/** Characters that a reader does not see, that turn the direction of a text, or that look like a space and are none. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** A text of which nothing is hidden: whatever cannot be seen is an escape sequence, line breaks and tabs too. */
export const visibly = (text: string): string =>
  text.replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** A value within a JSON value, and its path there. */
interface NamedValue {
  readonly name: string;
  /** As JSON: a text keeps its quotation marks, so nothing in it looks like the end of it. */
  readonly value: string;
}

/** All values in a JSON value, in order and visible as a whole; none of an object or a list without members. */
export function valuesIn(value: unknown, path = ''): NamedValue[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return path === '' && typeof value === 'object'
      ? []
      : [{ name: path, value: visibly(JSON.stringify(value)) }];
  return Object.entries(value).flatMap(([name, each]) =>
    valuesIn(each, Array.isArray(value) ? `${path}[${name}]` : joined(path, name)),
  );
}

const joined = (path: string, name: string): string => {
  const shown = /^[\w-]+$/.test(name) ? name : visibly(JSON.stringify(name));
  return path === '' ? shown : `${path}.${shown}`;
};

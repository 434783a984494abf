/** Characters that a reader does not see, by which a text can say more to a model than to a person. */
const UNSEEN = /(?![\n\t])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A text without what cannot be seen. (`visibly` keeps that, as escape sequences.) */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '');

/** The same for every text in a JSON value, names of members included. */
export function withoutUnseenIn(value: unknown): unknown {
  if (typeof value === 'string') return withoutUnseen(value);
  if (Array.isArray(value)) return value.map(withoutUnseenIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [withoutUnseen(name), withoutUnseenIn(each)]),
  );
}

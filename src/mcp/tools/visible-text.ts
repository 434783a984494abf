/** Characters that a reader does not see, by which a text can say more to a model than to a person. */
const UNSEEN =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2028\u2029\u115f\u1160\u3164\uffa0\u2800\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/** A text without what cannot be seen. */
export const visible = (text: string): string => text.replace(UNSEEN, '');

/** The same for every text in a JSON value, names of members included. */
export function visibleIn(value: unknown): unknown {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(visibleIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [visible(name), visibleIn(each)]));
}

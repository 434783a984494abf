/** Values of a thing by name; a name that is missing has no value. */
export type AuditValues = Readonly<Record<string, unknown>>;

/** The values that an act has changed: secrets are masked, and no message text is among them. */
export interface AuditChange {
  readonly before: AuditValues;
  readonly after: AuditValues;
}

const MOST_VALUE_CHARS = 1_000;
const MOST_CHARS = 16_000;

/** The change that makes a thing. */
export const making = (after: AuditValues): AuditChange => ({ before: {}, after });

/** The change that ends a thing. */
export const ending = (before: AuditValues): AuditChange => ({ before, after: {} });

/** The values that differ. */
export function difference(before: AuditValues, after: AuditValues): AuditChange {
  const isSame = (name: string) => JSON.stringify(before[name]) === JSON.stringify(after[name]);
  const only = (values: AuditValues) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !isSame(name)));
  return { before: only(before), after: only(after) };
}

/** A change small enough to be stored: long values are cut, and what is too much is counted under the name `…`. */
export function bounded({ before, after }: AuditChange): AuditChange {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const [kept, rest] = [
    { before: {}, after: {} },
    { before: 0, after: 0 },
  ];
  let chars = 0;
  for (const name of names) {
    const part = { before: cut(before[name]), after: cut(after[name]) };
    chars += name.length + JSON.stringify(part).length;
    for (const side of ['before', 'after'] as const) {
      if (part[side] === undefined) continue;
      if (chars > MOST_CHARS) rest[side]++;
      else Object.assign(kept[side], { [name]: part[side] });
    }
  }
  return { before: counted(kept.before, rest.before), after: counted(kept.after, rest.after) };
}

const counted = (values: AuditValues, more: number): AuditValues =>
  more === 0 ? values : { ...values, '…': `${more} more` };

function cut(value: unknown): unknown {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= MOST_VALUE_CHARS) return value;
  return `${text.slice(0, MOST_VALUE_CHARS)}… (${text.length} characters)`;
}

/** The same object with its keys in snake_case, as all JSON of the admin API has them. */
export function snakeKeys<V>(object: Readonly<Record<string, V>>): Record<string, V> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [snakeCase(key), value]));
}

/** Converts one name. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

const KEY = 'x-mcp-header';
/** RFC 9110, 5.1. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];

/**
 * Finds what is wrong with the arguments that a schema wants as headers too, by the rules of revision 2026-07-28: a tool
 * that breaks them must not be used, because its headers could be forged.
 */
export function headerProblem(inputSchema: unknown): string | undefined {
  const names = new Set<string>();
  const visit = (node: unknown, isProperty: boolean, isReachable: boolean): string | undefined => {
    if (typeof node !== 'object' || node === null) return undefined;
    const schema = node as Readonly<Record<string, unknown>>;
    if (!Array.isArray(node) && Object.hasOwn(schema, KEY)) {
      const name = schema[KEY];
      if (!isProperty) return `${KEY} stands where no argument is`;
      if (typeof name !== 'string' || !TOKEN.test(name)) return `${KEY} is no name of a header`;
      if (!TYPES.includes(schema.type))
        return `${KEY} stands at an argument that is no text, integer or boolean`;
      if (names.has(name.toLowerCase())) return `${KEY} names a header twice`;
      names.add(name.toLowerCase());
    }
    for (const [key, below] of Object.entries(schema)) {
      const isProperties = key === 'properties' && isReachable && typeof below === 'object' && below !== null;
      const found = isProperties
        ? firstOf(Object.values(below), (each) => visit(each, true, true))
        : visit(below, false, false);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return visit(inputSchema, false, true);
}

function firstOf<T>(values: readonly T[], find: (value: T) => string | undefined): string | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

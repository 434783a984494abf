/** Keywords whose values are data, or lists of data, and no schemas. */
const DATA: ReadonlySet<string> = new Set(['default', 'enum', 'example', 'examples', 'required', 'security']);
/** Keywords whose values have schemas under names of ours. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'schemas']);

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/**
 * Says "or null" in the words of JSON Schema 2020-12, which OpenAPI 3.1 has taken over. Nest writes `nullable`, which it
 * has not: validators ignore it, and generators make of it what they like.
 */
export function inOpenApi31<T>(document: T): T {
  return converted(document) as T;
}

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  if (!isNode(value)) return value;
  const { nullable, ...node } = eachOf(value, (name, each) => {
    if (DATA.has(name)) return each;
    return NAMED.has(name) && isNode(each) ? eachOf(each, (_, named) => converted(named)) : converted(each);
  });
  return nullable === true ? orNull(node) : node;
}

const eachOf = (node: Node, change: (name: string, value: unknown) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [name, change(name, value)]));

/** @throws Error for a schema of which "or null" cannot be said */
function orNull({ type, allOf, enum: choices, ...rest }: Node): Node {
  // Beside the reference Nest writes the type of what it refers to.
  if (Array.isArray(allOf) && allOf.length === 1) return { ...rest, anyOf: [allOf[0], { type: 'null' }] };
  if (typeof type !== 'string' || allOf !== undefined)
    throw new Error(`nullable beside ${JSON.stringify({ type, allOf, ...rest }).slice(0, 200)}`);
  return {
    type: [type, 'null'],
    ...rest,
    ...(Array.isArray(choices) && { enum: [...new Set([...(choices as unknown[]), null])] }),
  };
}

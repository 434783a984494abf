/** The statuses by which vendors, and relays before them, refuse a definition. */
const STATUSES = new Set([400, 422, 500, 502]);

/**
 * Where a refusal names a tool by its place in the list of the request. Gemini: `tools[0].function_declarations[3]`;
 * Anthropic and Bedrock: `tools.3.custom`, `tools.3.toolSpec`; OpenAI, Groq: `tools[3].function`; servers with pydantic:
 * `["body","tools",3,"function"]`.
 */
const PLACES = [
  /function_?declarations\[(\d+)\]/i,
  /\btools\.(\d+)\./,
  /\btools\[(\d+)\]/,
  /["']tools\\?["'],\s*(\d+)/,
];
/** OpenAI: `Invalid schema for function 'name'`; Vertex: `because name functionDeclaration`. */
const NAMES = [
  /\b(?:function|tool)\b(?: name)?[\s:=]*[\\'"`]+([\w-]{1,64})[\\'"`]/gi,
  /([\w-]{1,64})[\\'"`]* functionDeclaration\b/g,
];

/**
 * The tool that a refusal is about.
 * @param text the beginning of its body
 * @param names of the tools of the request, in their order
 */
export function namedTool(status: number, text: string, names: readonly string[]): string | undefined {
  if (!STATUSES.has(status)) return undefined;
  const named = NAMES.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  const known = named.find((name) => names.includes(name));
  if (known !== undefined) return known;
  // `message` may be any word; the name of a tool of a server is none.
  const ofServer = names.filter((name) => name.includes('__') && isWordIn(text, name));
  if (ofServer.length > 0) return ofServer.toSorted((one, other) => other.length - one.length)[0];
  const [place] = PLACES.flatMap((pattern) => pattern.exec(text)?.[1] ?? []);
  return place === undefined ? undefined : names[Number(place)];
}

const isWordIn = (text: string, name: string): boolean => text.split(/[^\w-]+/).some((word) => word === name);

import { isRecord } from '../../common/index.js';
import { createHash } from 'node:crypto';
import type { OfferedTool } from '../connection/mcp-connection.js';
import { withoutUnseenIn } from './unseen-text.js';

const KEY = 'x-mcp-header';
/** RFC 9110, 5.1. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];

/**
 * Finds what is wrong with the arguments that a schema wants as headers too, by the rules of revision 2026-07-28: a tool
 * that breaks them must not be used, because its headers could be forged.
 */
function headerProblem(inputSchema: unknown): string | undefined {
  const names = new Set<string>();
  const visit = (node: unknown, isProperty: boolean, isReachable: boolean): string | undefined => {
    if (typeof node !== 'object' || node === null) return undefined;
    const schema = node as Readonly<Record<string, unknown>>;
    if (!Array.isArray(node) && Object.hasOwn(schema, KEY)) {
      const name = schema[KEY];
      if (!isProperty) return `${KEY} is set where there is no argument`;
      if (typeof name !== 'string' || !TOKEN.test(name)) return `${KEY} is not a header name`;
      if (!TYPES.includes(schema.type))
        return `${KEY} is set on an argument that is not text, integer or boolean`;
      if (names.has(name.toLowerCase())) return `${KEY} contains a header twice`;
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

/** A definition above this, as JSON, is withheld: it would crowd out the others. */
const MAX_BYTES = 32_000;
const MAX_DEPTH = 32;
const NAME = /^[A-Za-z0-9_.\-/]{1,128}$/;
const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** A definition in one fixed form, as JSON: equal for equal definitions. */
export type DefinitionText = string;

/** A tool that is not fit to be shown to anyone, and why. */
export interface UnfitTool {
  readonly problem: string;
}

/**
 * Brings a definition, as a server sent it, into the form that is pinned, shown and sent: known parts only, nothing
 * invisible, names in one order. A part that may be missing is, where it is null or of another type.
 */
export function definitionText(tool: unknown): DefinitionText | UnfitTool {
  const { name, title, description, inputSchema, outputSchema, annotations } = isRecord(tool) ? tool : {};
  if (typeof name !== 'string' || !NAME.test(name))
    return {
      problem: 'its name has characters other than letters, digits and _ . - /, or is longer than 128',
    };
  const schema = inputSchemaIn(inputSchema);
  if (typeof schema === 'string') return { problem: schema };
  const known = {
    name,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    inputSchema: schema,
    ...(isRecord(outputSchema) && { outputSchema }),
    ...(isRecord(annotations) && { annotations: annotationsIn(annotations) }),
  };
  if (depthOf(known) > MAX_DEPTH) return { problem: `it is nested deeper than ${MAX_DEPTH} levels` };
  const text = canonicalJson(withoutUnseenIn(known));
  // Looks at what is sent: a name may become that of a header without its unseen characters.
  const problem = headerProblem(definitionIn(text).inputSchema);
  if (problem !== undefined) return { problem: `its ${problem}` };
  if (Buffer.byteLength(text) > MAX_BYTES)
    return { problem: `its definition is longer than ${MAX_BYTES} bytes` };
  return text;
}

/** The name by which a server lists a tool, whatever it is. */
export function nameIn(tool: unknown): string {
  const { name } = isRecord(tool) ? tool : {};
  return typeof name === 'string' ? name : '(without a name)';
}

/** The schema of the arguments, which are always an object; a text says what is wrong with it. */
function inputSchemaIn(schema: unknown): Json | string {
  if (!isRecord(schema)) return 'it has no inputSchema, so its arguments are unknown';
  const { type, properties, required, ...others } = schema;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type ?? 'object'];
  if (!types.includes('object')) return 'its inputSchema does not describe an object';
  const named = properties ?? undefined;
  if (named !== undefined && !isRecord(named)) return 'its inputSchema has properties that are not an object';
  const needed = required ?? undefined;
  if (needed !== undefined && !isTexts(needed))
    return 'its inputSchema does not list the required properties by name';
  return {
    ...others,
    type: 'object',
    ...(named && { properties: named }),
    ...(needed !== undefined && { required: needed }),
  };
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Hints that are no booleans say nothing. */
const annotationsIn = ({ title, ...hints }: Json): Json => ({
  ...(typeof title === 'string' && { title }),
  ...Object.fromEntries(
    HINTS.flatMap((hint) => (typeof hints[hint] === 'boolean' ? [[hint, hints[hint]]] : [])),
  ),
});

export const definitionIn = (text: DefinitionText): OfferedTool => JSON.parse(text) as OfferedTool;

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** JSON with the members of every object in order, so that equal values are equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown): unknown =>
    typeof each === 'object' && each !== null && !Array.isArray(each) ? ordered(each as Json) : each,
  );
}

type Json = Readonly<Record<string, unknown>>;

const ordered = (members: Json): Json =>
  Object.fromEntries<unknown>(Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1)));

function depthOf(value: unknown): number {
  let level: readonly unknown[] = [value];
  for (let depth = 0; ; depth++) {
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.values(each as Json) : [],
    );
    if (level.length === 0 || depth > MAX_DEPTH) return depth;
  }
}

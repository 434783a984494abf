import { createHash } from 'node:crypto';
import type { OfferedTool } from '../connection/mcp-connection.js';
import { headerProblem } from './header-declarations.js';
import { withoutUnseenIn } from './unseen-text.js';

/** A definition above this, as JSON, is withheld: it would crowd out the others. */
const MAX_BYTES = 32_000;
const MAX_DEPTH = 32;
const NAME = /^[A-Za-z0-9_.\-/]{1,128}$/;
/** The parts of a definition that a person accepts. */
const PARTS = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;

/** A definition in one fixed form, as JSON: equal for equal definitions. */
export type DefinitionText = string;

/** A tool that is not fit to be shown to anybody, and why. */
export interface UnfitTool {
  readonly problem: string;
}

/**
 * Brings a definition of a server into the form that is pinned, shown and sent: known parts only, nothing invisible, names
 * in one order.
 */
export function definitionText(tool: OfferedTool): DefinitionText | UnfitTool {
  if (typeof tool.name !== 'string' || !NAME.test(tool.name))
    return {
      problem: 'its name has other characters than letters, digits and _ . - /, or is longer than 128',
    };
  const known = Object.fromEntries(
    PARTS.flatMap((part) => (tool[part] === undefined ? [] : [[part, tool[part]]])),
  );
  if (depthOf(known) > MAX_DEPTH) return { problem: `it is nested deeper than ${MAX_DEPTH} levels` };
  const text = canonicalJson(withoutUnseenIn(known));
  // Looks at what is sent: a name may become that of a header without its unseen characters.
  const problem = headerProblem(definitionIn(text).inputSchema);
  if (problem !== undefined) return { problem: `its ${problem}` };
  if (Buffer.byteLength(text) > MAX_BYTES)
    return { problem: `its definition is longer than ${MAX_BYTES} bytes` };
  return text;
}

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

import { isRecord } from '../../common/index.js';
import { canonicalJson } from '../tools/tool-definition.js';
import { textIn } from './legible.js';
import { type CallAnswer, McpFailure, type ResultPart } from './mcp-connection.js';

/** A page of a list of tools. */
export interface ListPage {
  readonly tools: readonly unknown[];
  /** Undefined on the last one. */
  readonly nextCursor: string | undefined;
  readonly ttlMs: number | undefined;
}

/**
 * Reads a page of a list as a server sent it; null, as Go writes an empty list, is one.
 * @throws McpFailure when it has no list
 */
export function listPageIn(result: unknown): ListPage {
  const { tools, nextCursor, ttlMs } = isRecord(result) ? result : {};
  if (!Array.isArray(tools) && tools !== null)
    throw new McpFailure('bad-answer', 'its answer has no list of tools');
  return {
    tools: (tools ?? []) as readonly unknown[],
    nextCursor: textIn(nextCursor) === '' ? undefined : textIn(nextCursor),
    ttlMs: typeof ttlMs === 'number' ? ttlMs : undefined,
  };
}

/** Reads the answer to a call as a server sent it: what is known of it, and by name what is not. */
export function callAnswerIn(result: unknown): CallAnswer {
  const answer = isRecord(result) ? result : { content: result };
  const { content, structuredContent, toolResult, isError } = answer;
  // The oldest revision has it around the content.
  if (content === undefined && isRecord(toolResult)) return callAnswerIn(toolResult);
  const blocks = contentIn(content);
  return {
    parts: partsOf(blocks.map(partIn), structuredContent ?? toolResult ?? undefined),
    isError:
      isError === true ||
      isError === 'true' ||
      blocks.some((each) => isRecord(each) && each.type === 'error'),
  };
}

function contentIn(content: unknown): readonly unknown[] {
  if (content === undefined || content === null) return [];
  return Array.isArray(content) ? (content as readonly unknown[]) : [content];
}

/** Servers should write a structured result as a text too; what some write beside it is a text of another kind. */
function partsOf(parts: readonly ResultPart[], structured: unknown): readonly ResultPart[] {
  if (structured === undefined) return parts;
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  if (isToldIn(texts, structured)) return parts;
  const told: ResultPart = { kind: 'text', text: JSON.stringify(structured) };
  return texts.length === 0 ? [told, ...parts] : [...parts, told];
}

/** Whether the texts are the structured result; FastMCP wraps one that is no object as `result`. */
function isToldIn(texts: readonly string[], structured: unknown): boolean {
  const [first, ...more] = isRecord(structured) ? Object.entries(structured) : [];
  const wrapped = first?.[0] === 'result' && more.length === 0 ? [structured, first[1]] : [structured];
  const told = texts.map(valueOf);
  const forms = [...told, told].map((each) => canonicalJson(each));
  return texts.length > 0 && wrapped.some((value) => forms.includes(canonicalJson(value)));
}

/** The value of a JSON text; any other text is itself. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const other = (mention: string): ResultPart => ({ kind: 'other', mention });
const UNKNOWN = other('one item of an unknown kind');

function partIn(block: unknown): ResultPart {
  if (typeof block === 'string') return { kind: 'text', text: block };
  if (!isRecord(block)) return UNKNOWN;
  const { text, data, resource } = block;
  const mimeType = textIn(block.mimeType) ?? 'type unknown';
  switch (block.type) {
    case 'text':
      return typeof text === 'string' ? { kind: 'text', text } : other('one item without text');
    case 'image':
      return typeof data === 'string'
        ? { kind: 'image', mimeType, base64: data }
        : other(`image (${mimeType})`);
    case 'audio':
      return other(`sound (${mimeType})`);
    case 'resource_link':
      return other(`link to ${textIn(block.name) ?? textIn(block.uri) ?? 'something without a name'}`);
    case 'resource': {
      if (!isRecord(resource)) return UNKNOWN;
      const embedded = textIn(resource.text);
      if (embedded !== undefined) return { kind: 'text', text: embedded };
      return other(`file (${textIn(resource.mimeType) ?? 'type unknown'})`);
    }
    default:
      return typeof text === 'string' ? { kind: 'text', text } : UNKNOWN;
  }
}

import { isJson, textIn } from './legible.js';
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
  const { tools, nextCursor, ttlMs } = isJson(result) ? result : {};
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
  const answer = isJson(result) ? result : { content: result };
  const { content, structuredContent, toolResult, isError } = answer;
  // The oldest revision has it around the content.
  if (content === undefined && isJson(toolResult)) return callAnswerIn(toolResult);
  const blocks = contentIn(content);
  return {
    parts: partsOf(blocks.map(partIn), structuredContent ?? toolResult ?? undefined),
    isError:
      isError === true || isError === 'true' || blocks.some((each) => isJson(each) && each.type === 'error'),
  };
}

function contentIn(content: unknown): readonly unknown[] {
  if (content === undefined || content === null) return [];
  return Array.isArray(content) ? (content as readonly unknown[]) : [content];
}

/** Servers should write a structured result as a text too, and are read by those that do not. */
function partsOf(parts: readonly ResultPart[], structuredContent: unknown): readonly ResultPart[] {
  if (structuredContent === undefined || parts.some(({ kind }) => kind === 'text')) return parts;
  return [{ kind: 'text', text: JSON.stringify(structuredContent) }, ...parts];
}

const other = (mention: string): ResultPart => ({ kind: 'other', mention });
const UNKNOWN = other('one item of an unknown kind');

function partIn(block: unknown): ResultPart {
  if (typeof block === 'string') return { kind: 'text', text: block };
  if (!isJson(block)) return UNKNOWN;
  const { text, data, resource } = block;
  const mimeType = textIn(block.mimeType) ?? 'type unknown';
  switch (block.type) {
    case 'text':
      return typeof text === 'string' ? { kind: 'text', text } : other('one item without its text');
    case 'image':
      return typeof data === 'string'
        ? { kind: 'image', mimeType, base64: data }
        : other(`image (${mimeType})`);
    case 'audio':
      return other(`sound (${mimeType})`);
    case 'resource_link':
      return other(`link to ${textIn(block.name) ?? textIn(block.uri) ?? 'something without a name'}`);
    case 'resource': {
      if (!isJson(resource)) return UNKNOWN;
      const embedded = textIn(resource.text);
      if (embedded !== undefined) return { kind: 'text', text: embedded };
      return other(`file (${textIn(resource.mimeType) ?? 'type unknown'})`);
    }
    default:
      return typeof text === 'string' ? { kind: 'text', text } : UNKNOWN;
  }
}

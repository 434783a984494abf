import type { ModelReply, ModelRequest, ToolCall } from './types.js';

/** The model's scripted behaviour for a matching user message: tool calls, with text before and after them. */
export interface Scene {
  readonly calls: readonly ToolCall[];
  /** Text before the calls. */
  readonly text?: string;
  /** The reasoning before them. */
  readonly reasoning?: string;
  /** The reply to the results, which may contain further calls. Default `The tool said: …`. */
  readonly then?: (results: readonly string[], request: ModelRequest) => ModelReply;
}

/** The text of the newest user message, given as a string or as parts. */
export function lastUserText(request: ModelRequest): string {
  const content = request.messages.findLast((each) => each.role === 'user')?.content ?? '';
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
}

/** Tool results since the newest user message, oldest first. */
export function toolResults(request: ModelRequest): string[] {
  const since = request.messages.findLastIndex(({ role }) => role === 'user');
  return request.messages
    .slice(since + 1)
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
}

/** Returns the calls first; once their results are there, the reply to them. */
export function play({ calls, then = repeat, ...said }: Scene, request: ModelRequest): ModelReply {
  const results = toolResults(request);
  return results.length > 0 ? then(results, request) : { ...said, toolCalls: calls };
}

const repeat = (results: readonly string[]): string => `The tool said: ${results.join(' ')}`;

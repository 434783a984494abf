import type { ModelReply, ModelRequest, ToolCall } from './types.js';

/** The model's part when somebody says a certain thing: calls, and words before and after them. */
export interface Scene {
  readonly calls: readonly ToolCall[];
  /** Said before the calls. */
  readonly text?: string;
  /** Said with the results at hand; may call again. Default `The tool said: …`. */
  readonly then?: (results: readonly string[], request: ModelRequest) => ModelReply;
}

/** The text of the newest user message, whatever its form. */
export function lastUserText(request: ModelRequest): string {
  const content = request.messages.findLast((each) => each.role === 'user')?.content ?? '';
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
}

/** Answers of the tools since the newest user message, oldest first. */
export function toolResults(request: ModelRequest): string[] {
  const since = request.messages.findLastIndex(({ role }) => role === 'user');
  return request.messages
    .slice(since + 1)
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
}

/** The calls first; with their results, the rest. */
export function play({ calls, text, then = repeat }: Scene, request: ModelRequest): ModelReply {
  const results = toolResults(request);
  if (results.length > 0) return then(results, request);
  return text === undefined ? { toolCalls: calls } : { text, toolCalls: calls };
}

const repeat = (results: readonly string[]): string => `The tool said: ${results.join(' ')}`;

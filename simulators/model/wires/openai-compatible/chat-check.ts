import type { ModelMessage, ModelRequest } from '../../types.js';
import { demand, isRecord } from '../refusal.js';
import { checkCompatibleSchema } from '../schemas/compatible-schema.js';
import { checkOpenAiSchema } from '../schemas/openai-schema.js';

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'];

interface SentTool {
  readonly function: { readonly name: string; readonly parameters?: unknown };
}

interface SentCall {
  readonly id?: unknown;
  readonly type?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown };
}

/** @throws WireRefusal for the reason why the real API refuses a request */
export function checkChat(request: ModelRequest): void {
  const { messages, tools } = request;
  demand(Array.isArray(messages), "Missing required parameter: 'messages'.");
  demand(messages.length > 0, "Invalid 'messages': empty array. Expected an array with minimum length 1.");
  if (tools !== undefined) checkTools(tools);
  checkMessages(messages);
  checkEffort(request);
}

/** OpenAI's models from GPT-5.4 on take tools together with reasoning at `/responses` only. */
function checkEffort({ model = '', tools, reasoning_effort: effort = 'none' }: ModelRequest): void {
  const isRefused = /^gpt-(?:5\.[4-9]|[6-9])/.test(model) && tools !== undefined && effort !== 'none';
  const message = `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions.`;
  demand(!isRefused, message, { param: 'reasoning_effort' });
}

function checkTools(tools: readonly unknown[]): void {
  demand(tools.length > 0, "Invalid 'tools': empty array.");
  const isWhole = (tool: unknown): boolean => {
    const { type, function: named } = tool as { type?: unknown; function?: { name?: unknown } };
    return type === 'function' && typeof named?.name === 'string' && /^[\w-]{1,64}$/.test(named.name);
  };
  const wrong = tools.findIndex((tool) => !isWhole(tool));
  demand(wrong === -1, `Invalid 'tools[${wrong}]'.`);
  for (const [index, { function: named }] of (tools as readonly SentTool[]).entries()) {
    checkOpenAiSchema(named.parameters, named.name, `tools[${index}].function.parameters`);
    checkCompatibleSchema(named.parameters);
  }
}

/** The results of tool calls must follow them directly, and every tool message must answer a call. */
function checkMessages(messages: readonly ModelMessage[]): void {
  let open = new Set<string>();
  const known = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const at = `messages.[${index}]`;
    demand(isRecord(message) && ROLES.includes(message.role), `Invalid value for '${at}.role'.`);
    const { role, tool_calls: calls, tool_call_id: id = '' } = message;
    if (role === 'tool') {
      demand(open.delete(id), `${at}: role 'tool' must be a response to a preceding 'tool_calls'.`);
      continue;
    }
    demand(open.size === 0, `${at}: 'tool_calls' must be followed by tool messages for each id.`);
    checkContent(message, at);
    if (calls === undefined) continue;
    checkCalls(calls as readonly SentCall[], at);
    open = new Set(calls.map((call) => String((call as SentCall).id)));
    const isRepeated = open.size < calls.length || [...open].some((each) => known.has(each));
    demand(!isRepeated, `${at}: Duplicate value for 'tool_call_id'.`);
    for (const each of open) known.add(each);
  }
  demand(open.size === 0, "'tool_calls' must be followed by tool messages for each id.");
}

/** Only a message with calls may have no content. */
function checkContent({ content, tool_calls: calls }: ModelMessage, at: string): void {
  if (calls !== undefined || typeof content === 'string') return;
  demand(Array.isArray(content), `Invalid value for '${at}.content': expected a string, got null.`);
  demand(
    content.length > 0,
    `Invalid '${at}.content': empty array. Expected an array with minimum length 1.`,
  );
}

function checkCalls(calls: readonly SentCall[], at: string): void {
  const isWhole = ({ id, type, function: called }: SentCall) =>
    typeof id === 'string' && type === 'function' && isStructured(called?.arguments);
  const wrong = calls.findIndex((call) => !isWhole(call));
  demand(wrong === -1, `${at}.tool_calls[${wrong}] is not valid.`);
}

/** Several servers parse the arguments of past calls and fail on scalars. */
function isStructured(text: unknown): boolean {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

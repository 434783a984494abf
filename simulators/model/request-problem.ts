import type { ModelMessage, ModelRequest } from './types.js';

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'];

interface SentCall {
  readonly id?: unknown;
  readonly type?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown };
}

/** The reason why the real API refuses a request (400); undefined when it accepts it. */
export function requestProblem(request: ModelRequest | undefined): string | undefined {
  if (!Array.isArray(request?.messages)) return "Missing required parameter: 'messages'.";
  return toolsProblem(request.tools) ?? messagesProblem(request.messages);
}

function toolsProblem(tools: readonly unknown[] | undefined): string | undefined {
  if (tools === undefined) return undefined;
  if (tools.length === 0) return "Invalid 'tools': empty array.";
  const isWhole = (tool: unknown): boolean => {
    const { type, function: named } = tool as { type?: unknown; function?: { name?: unknown } };
    return type === 'function' && typeof named?.name === 'string' && /^[\w-]{1,64}$/.test(named.name);
  };
  const wrong = tools.findIndex((tool) => !isWhole(tool));
  return wrong === -1 ? undefined : `Invalid 'tools[${wrong}]'.`;
}

/** The results of tool calls must follow them directly, and every tool message must answer a call. */
function messagesProblem(messages: readonly ModelMessage[]): string | undefined {
  let open = new Set<string>();
  for (const [index, { role, tool_calls: calls, tool_call_id: id = '' }] of messages.entries()) {
    const at = `messages.[${index}]`;
    if (!ROLES.includes(role)) return `Invalid value for '${at}.role'.`;
    if (role === 'tool') {
      if (!open.delete(id)) return `${at}: role 'tool' must be a response to a preceding 'tool_calls'.`;
      continue;
    }
    if (open.size > 0) return `${at}: 'tool_calls' must be followed by tool messages for each id.`;
    if (calls === undefined) continue;
    const problem = callsProblem(calls as readonly SentCall[]);
    if (problem !== undefined) return `${at}.${problem}`;
    open = new Set(calls.map((call) => String((call as SentCall).id)));
  }
  return open.size > 0 ? "'tool_calls' must be followed by tool messages for each id." : undefined;
}

function callsProblem(calls: readonly SentCall[]): string | undefined {
  const isWhole = ({ id, type, function: called }: SentCall) =>
    typeof id === 'string' && type === 'function' && isStructured(called?.arguments);
  const wrong = calls.findIndex((call) => !isWhole(call));
  return wrong === -1 ? undefined : `tool_calls[${wrong}] is not valid.`;
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

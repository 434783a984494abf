import type { ModelMessage, ModelRequest } from '../../types.js';
import { type Json, records, text } from '../refusal.js';

/** The items of an input, which may be a text instead. */
export const itemsOf = (input: unknown): readonly Json[] =>
  typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : records(input);

/** The conversation in the form of the OpenAI chat API. */
export function chatOf(body: Json): ModelRequest {
  const tools = records(body.tools);
  const { instructions } = body;
  return {
    model: text(body.model),
    messages: [
      ...(typeof instructions === 'string' ? [{ role: 'system' as const, content: instructions }] : []),
      ...itemsOf(body.input).flatMap(messagesOf),
    ],
    stream: body.stream === true,
    ...(tools.length > 0 && { tools }),
  };
}

function messagesOf(item: Json): readonly ModelMessage[] {
  const { type, role, content, call_id: id } = item;
  if (type === 'reasoning') return [];
  if (type === 'function_call_output')
    return [{ role: 'tool', tool_call_id: text(id), content: joined(item.output) }];
  if (type !== 'function_call') return [{ role: role as ModelMessage['role'], content: joined(content) }];
  const called = { name: item.name, arguments: item.arguments };
  return [{ role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: called }] }];
}

const joined = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : records(content)
        .map((part) => text(part.text))
        .join('');

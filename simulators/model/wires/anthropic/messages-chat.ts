import type { ModelMessage, ModelRequest } from '../../types.js';
import { type Json, records, text } from '../refusal.js';
import { blocksOf, ofType } from './blocks.js';

/** The conversation in the form of the OpenAI chat API. */
export function chatOf(body: Json): ModelRequest {
  const system = blocksOf(body.system ?? []).map((block) => text(block.text));
  const tools = records(body.tools);
  return {
    model: text(body.model),
    messages: [
      ...(system.length > 0 ? [{ role: 'system' as const, content: system.join('\n') }] : []),
      ...records(body.messages).flatMap(messagesOf),
    ],
    stream: body.stream === true,
    ...(tools.length > 0 && { tools }),
  };
}

function messagesOf({ role, content }: Json): readonly ModelMessage[] {
  const results = ofType(content, 'tool_result').map((block): ModelMessage => ({
    role: 'tool',
    tool_call_id: text(block.tool_use_id),
    content: joined(block.content),
  }));
  const calls = ofType(content, 'tool_use').map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  const said = joined(content);
  if (said === '' && calls.length === 0 && results.length > 0) return results;
  const message = { role: role as 'user' | 'assistant', content: said };
  return [...results, calls.length > 0 ? { ...message, tool_calls: calls } : message];
}

const joined = (content: unknown): string =>
  ofType(content ?? [], 'text')
    .map((block) => text(block.text))
    .join('');

import type { ModelMessage, ModelRequest } from '../../types.js';
import { isRecord, type Json, records, text } from '../refusal.js';
import { partsOf } from './contents-check.js';

/** The conversation in the form of the OpenAI chat API. */
export function chatOf(model: string, body: Json): ModelRequest {
  const tools = records(body.tools).flatMap((tool) => records(tool.functionDeclarations));
  const { systemInstruction: system } = body;
  return {
    model,
    messages: [
      ...(isRecord(system) ? [{ role: 'system' as const, content: joined(system) }] : []),
      ...records(body.contents).flatMap(messagesOf),
    ],
    stream: true,
    ...(tools.length > 0 && { tools }),
  };
}

function messagesOf(content: Json): readonly ModelMessage[] {
  const results = partsOf(content, 'functionResponse').map((part): ModelMessage => ({
    role: 'tool',
    tool_call_id: text(part.id) || text(part.name),
    content: JSON.stringify(part.response ?? {}),
  }));
  const calls = partsOf(content, 'functionCall').map(({ id, name, args }) => ({
    id: text(id) || text(name),
    type: 'function',
    function: { name, arguments: JSON.stringify(args ?? {}) },
  }));
  if (records(content.parts).every((part) => part.functionResponse !== undefined)) return results;
  const role = content.role === 'model' ? 'assistant' : 'user';
  const message = { role, content: joined(content) } as const;
  return [...results, calls.length > 0 ? { ...message, tool_calls: calls } : message];
}

const joined = ({ parts }: Json): string =>
  records(parts)
    .filter(({ thought }) => thought !== true)
    .map((part) => text(part.text))
    .join('');

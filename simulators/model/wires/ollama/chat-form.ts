import type { ModelMessage, ModelRequest } from '../../types.js';
import { isRecord, type Json, records, text } from '../refusal.js';

/** The conversation in the form of the OpenAI chat API: the calls get ids from their places. */
export function chatOf(body: Json): ModelRequest {
  const tools = records(body.tools);
  let call = 0;
  let result = 0;
  const messageOf = (message: Json): ModelMessage => {
    const role = message.role as ModelMessage['role'];
    const content = text(message.content);
    if (role === 'tool') return { role, content, tool_call_id: `call_${(result += 1)}` };
    const calls = records(message.tool_calls).map((each) => callOf(each, `call_${(call += 1)}`));
    return calls.length > 0 ? { role, content, tool_calls: calls } : { role, content };
  };
  return {
    model: text(body.model),
    messages: records(body.messages).map(messageOf),
    stream: body.stream !== false,
    ...(tools.length > 0 && { tools }),
  };
}

function callOf({ function: called }: Json, id: string): Json {
  const { name, arguments: input } = isRecord(called) ? called : {};
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
}

import { demand, isRecord, type Json, records, text } from '../refusal.js';
import { checkOllamaSchema } from '../schemas/ollama-schema.js';

const ROLES = ['system', 'user', 'assistant', 'tool'];

/**
 * Ollama takes nearly everything and forwards it to the model's template. Unknown roles, arguments that are no object and
 * images that are no base64 are refused by it; calls without results, results without calls, and empty messages are
 * refused by this simulator alone, because a model answers them with nonsense.
 */
export function checkChat({ messages, tools }: Json): void {
  demand(Array.isArray(messages) && messages.length > 0, 'messages must not be empty');
  for (const [index, { type, function: named }] of records(tools).entries()) {
    demand(type === 'function' && isRecord(named) && text(named.name) !== '', `invalid tool at ${index}`);
    checkOllamaSchema(named.parameters);
  }
  let open: string[] = [];
  for (const [index, message] of messages.entries()) {
    checkMessage(message, index);
    if (message.role === 'tool') open = answered(open, message, index);
    else {
      demand(open.length === 0, `tool calls without results before message ${index}: ${open.join(', ')}`);
      open = namesOf(message, index);
    }
  }
  demand(open.length === 0, `tool calls without results: ${open.join(', ')}`);
}

function checkMessage(message: unknown, index: number): asserts message is Json {
  demand(isRecord(message), `json: cannot unmarshal message ${index} into api.Message`);
  const { role, content, images, tool_calls: calls } = message;
  demand(
    ROLES.includes(text(role)),
    `invalid role: ${text(role)}, must be one of [system user assistant tool]`,
  );
  demand(
    content === undefined || typeof content === 'string',
    'json: cannot unmarshal content into Go struct field',
  );
  const hasOther = images !== undefined || calls !== undefined || role === 'tool';
  demand(hasOther || text(content) !== '', `message ${index} is empty`);
  const isBase64 = (image: unknown) => /^[A-Za-z0-9+/]+=*$/.test(text(image));
  demand(
    images === undefined || (Array.isArray(images) && images.every(isBase64)),
    'illegal base64 data at input byte 0',
  );
}

/** The names of the calls of a message. */
function namesOf({ role, tool_calls: calls }: Json, index: number): string[] {
  demand(
    records(calls).length === 0 || role === 'assistant',
    `message ${index}: only the assistant calls tools`,
  );
  return records(calls).map(({ function: called }) => {
    const isWhole = isRecord(called) && text(called.name) !== '';
    demand(isWhole, 'json: tool call without a function');
    demand(
      isRecord(called.arguments),
      "Value looks like object, but can't find closing '}' symbol: arguments",
    );
    return text(called.name);
  });
}

function answered(open: readonly string[], { tool_name: name = open[0] }: Json, index: number): string[] {
  const place = open.indexOf(text(name));
  demand(place !== -1, `message ${index}: a tool result without a call: ${text(name)}`);
  return open.filter((_, each) => each !== place);
}

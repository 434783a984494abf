import { demand, isRecord, type Json, text } from '../refusal.js';
import { blocksOf, ofType } from './blocks.js';

const USER_TYPES = ['text', 'image', 'document', 'tool_result'];
const ASSISTANT_TYPES = ['text', 'thinking', 'redacted_thinking', 'tool_use'];

/** @throws WireRefusal for roles out of order, empty contents, and calls and results that do not fit */
export function checkMessages(messages: unknown, system: unknown): void {
  demand(Array.isArray(messages), 'messages: Field required');
  demand(messages.length > 0, 'messages: at least one message is required');
  for (const block of blocksOf(system ?? []))
    demand(text(block.text).trim() !== '', 'system: text content blocks must be non-empty');
  for (const [index, message] of messages.entries()) checkMessage(message, index);
  checkOrder(messages as readonly Json[]);
  checkCalls(messages as readonly Json[]);
}

function checkMessage(message: unknown, index: number): asserts message is Json {
  const at = `messages.${index}`;
  demand(
    isRecord(message) && ['user', 'assistant', 'system'].includes(text(message.role)),
    `${at}.role: Input should be 'user' or 'assistant'`,
  );
  const { role, content } = message;
  demand(typeof content === 'string' || Array.isArray(content), `${at}.content: Field required`);
  demand(content.length > 0, `${at}: ${String(role)} messages must have non-empty content`);
  for (const [place, block] of blocksOf(content).entries())
    checkBlock(block, role === 'assistant' ? ASSISTANT_TYPES : USER_TYPES, `${at}.content.${place}`);
}

function checkBlock(block: Json, types: readonly string[], at: string): void {
  const type = text(block.type);
  const isKnown = types.includes(type);
  demand(isKnown, `${at}: Input tag '${type}' found using 'type' does not match any of the expected tags`);
  if (type === 'text') {
    demand(block.text !== '', 'messages: text content blocks must be non-empty');
    demand(text(block.text).trim() !== '', 'messages: text content blocks must contain non-whitespace text');
  }
  if (type !== 'tool_use') return;
  demand(
    /^[\w-]+$/.test(text(block.id)),
    `${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`,
  );
  demand(isRecord(block.input), `${at}.tool_use.input: Input should be a valid dictionary`);
}

function checkOrder(messages: readonly Json[]): void {
  demand(messages[0]?.role === 'user', 'messages: first message must use the "user" role');
  demand(
    messages.at(-1)?.role === 'user',
    'This model does not support assistant message prefill. The conversation must end with a user message.',
  );
}

/** The results of calls stand at the beginning of the next message, all of them and no others. */
function checkCalls(messages: readonly Json[]): void {
  const ids = messages.flatMap(({ content }) => ofType(content, 'tool_use').map(({ id }) => id));
  demand(new Set(ids).size === ids.length, 'messages: `tool_use` ids must be unique');
  for (const [index, { content }] of messages.entries()) {
    const called = ofType(messages[index - 1]?.content, 'tool_use').map(({ id }) => id);
    const results = ofType(content, 'tool_result').map((block) => block.tool_use_id);
    const foreign = results.findIndex((id) => !called.includes(id));
    demand(
      foreign === -1,
      `messages.${index}.content.${foreign}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ` +
        `${String(results[foreign])}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the ` +
        'previous message.',
    );
    const first = blocksOf(content).slice(0, called.length);
    const answered = first.filter(({ type }) => type === 'tool_result').map((block) => block.tool_use_id);
    const missing = called.filter((id) => !answered.includes(id));
    demand(
      missing.length === 0 && new Set(results).size === results.length,
      `messages.${index - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
        `${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
  }
}

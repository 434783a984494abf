import type { IssuedReasoning } from '../../reasoning.js';
import { demand, isRecord, type Json, records } from '../refusal.js';
import { blocksOf, isOfPerson, ofType } from './blocks.js';

const LEAST_BUDGET = 1_024;

export const isThinkingAsked = ({ thinking }: Json): boolean =>
  isRecord(thinking) && (thinking.type === 'enabled' || thinking.type === 'adaptive');

/**
 * Calls of the current turn that the model made after thinking have to come back with that thinking, unchanged and first.
 * The service itself is said to pass over a changed text beside a right signature, and over missing thinking in the
 * adaptive mode; the documentation asks for both.
 */
export function checkThinking(body: Json, issued: IssuedReasoning): void {
  checkBudget(body);
  const messages = records(body.messages);
  const since = messages.findLastIndex(isOfPerson);
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== 'assistant') continue;
    checkSignatures(content, `messages.${index}`, issued);
    if (index > since && isThinkingAsked(body)) checkCalls(content, `messages.${index}`, issued);
  }
}

function checkBudget({ thinking, max_tokens: limit }: Json): void {
  if (!isRecord(thinking)) return;
  const { type, budget_tokens: budget } = thinking;
  const types = ['enabled', 'adaptive', 'disabled', 'between_tools'];
  demand(types.includes(String(type)), 'thinking: Input tag does not match any of the expected tags');
  if (type !== 'enabled') return;
  demand(
    Number(budget) >= LEAST_BUDGET,
    `thinking.enabled.budget_tokens: Input should be greater than or equal to 1024`,
  );
  demand(Number(limit) > Number(budget), '`max_tokens` must be greater than `thinking.budget_tokens`.');
}

function checkSignatures(content: unknown, at: string, issued: IssuedReasoning): void {
  for (const [index, block] of blocksOf(content).entries()) {
    if (block.type !== 'thinking') continue;
    const { signature, thinking } = block;
    demand(signature !== undefined, `${at}.content.${index}.thinking.signature: Field required`);
    demand(issued.isIssued(signature), `${at}.content.${index}: Invalid \`signature\` in \`thinking\` block`);
    demand(
      issued.textOf(signature) === thinking,
      `${at}.content.${index}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be ` +
        'modified. These blocks must remain as they were in the original response.',
    );
  }
}

function checkCalls(content: unknown, at: string, issued: IssuedReasoning): void {
  const [call] = ofType(content, 'tool_use');
  const reasoning = call && issued.of(call.id);
  if (!reasoning) return;
  const [first] = blocksOf(content);
  demand(
    first?.type === 'thinking' && first.signature === reasoning.signature,
    `${at}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${String(first?.type)}\`. When ` +
      '`thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set ' +
      'of `tool_use` and `tool_result` blocks).',
  );
}

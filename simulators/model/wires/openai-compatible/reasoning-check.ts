import type { IssuedReasoning, Reasoning } from '../../reasoning.js';
import type { ModelMessage } from '../../types.js';
import { demand, isRecord, type Json, records } from '../refusal.js';

/**
 * Calls of the current turn have to come back with the reasoning they were made with: DeepSeek's `reasoning_content` on
 * the message, and Gemini's signature on the first call.
 */
export function checkReasoning(messages: readonly ModelMessage[], issued: IssuedReasoning): void {
  const since = messages.findLastIndex(({ role }) => role === 'user');
  for (const message of messages.slice(since + 1)) {
    const [first] = records(message.tool_calls);
    const reasoning = first && issued.of(first.id);
    if (reasoning) checkMessage(message, first, reasoning);
  }
}

function checkMessage(message: Json, call: Json, { text, signature }: Reasoning): void {
  demand(
    message.reasoning_content === text,
    'The `reasoning_content` in the thinking mode must be passed back to the API.',
  );
  const sent = signatureOf(call);
  demand(sent !== undefined, 'Function call is missing a thought_signature in functionCall parts.');
  demand(sent === signature, 'Corrupted thought signature.');
}

function signatureOf({ extra_content: extra }: Json): unknown {
  const google = isRecord(extra) ? extra.google : undefined;
  return isRecord(google) ? google.thought_signature : undefined;
}

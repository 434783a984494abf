import type { Json } from '../refusal.js';
import { type Answer, halves, type MadeCall, type WrittenAnswer } from '../wire.js';

/** A line of the stream. */
export const line = (value: Json): string => `${JSON.stringify(value)}\n`;

/** One object, or a line for each part; the last line has the counts. There is no refusal: it is a text like others. */
export function writeLines(answer: Answer): WrittenAnswer {
  const { words, calls, reasoning } = answer;
  const head = { model: answer.model, created_at: new Date().toISOString() };
  const part = (message: Json): Json => ({
    ...head,
    message: { role: 'assistant', content: '', ...message },
    done: false,
  });
  const parts = [
    ...halves(reasoning?.text ?? '').map((thinking) => part({ thinking })),
    ...words.map((content) => part({ content })),
    ...calls.map((call, index) => part({ tool_calls: [callOf(call, index)] })),
  ];
  const message = {
    role: 'assistant',
    content: words.join(''),
    ...(reasoning && { thinking: reasoning.text }),
    ...(calls.length > 0 && { tool_calls: calls.map(callOf) }),
  };
  const end = { done: true, done_reason: answer.stop === 'length' ? 'length' : 'stop', ...countsOf(answer) };
  return {
    whole: { ...head, message, ...end },
    lead: [],
    frames: [...parts.map(line), line({ ...head, message: { role: 'assistant', content: '' }, ...end })],
    end: '',
  };
}

function callOf({ id, name, arguments: input }: MadeCall, index: number): Json {
  return { id, function: { index, name, arguments: parsed(input) } };
}

/** Ollama parses what the model wrote: a client never sees broken arguments. */
function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return {};
  }
}

/** Times are in nanoseconds. */
const countsOf = ({ usage }: Answer): Json => ({
  total_duration: 2_000_000,
  load_duration: 0,
  prompt_eval_count: usage.inputTokens,
  prompt_eval_duration: 1_000_000,
  eval_count: usage.outputTokens,
  eval_duration: 1_000_000,
});

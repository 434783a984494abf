import { events, lines, type NamedEvent, namedEvents, refusal } from '../bytes.js';
import type { Quirk, RawAnswer } from '../quirk.js';
import { halved, said } from './line.js';

/** The end of an answer by Anthropic's API. */
const MESSAGE: RawAnswer = {
  body: namedEvents(
    { type: 'message_start', message: { type: 'message', role: 'assistant', content: [] } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'It is warm.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } },
    { type: 'message_stop' },
  ),
};
const anthropicError = (message: string, type = 'invalid_request_error') => ({
  type: 'error',
  error: { type, message },
});
const MESSAGES = { wire: 'anthropic', answer: MESSAGE } as const;
const BY_MESSAGES: readonly Quirk[] = [
  halved(
    'anthropic-too-long',
    'stackblitz/bolt.new#1748',
    refusal(400, anthropicError('prompt is too long: 202128 tokens > 200000 maximum')),
    MESSAGES,
  ),
  halved(
    'anthropic-too-long-with-answer',
    'continuedev/continue#6080',
    refusal(
      400,
      anthropicError(
        'input length and `max_tokens` exceed context limit: 199759 + 8192 > 200000, decrease input length or `max_tokens` and try again',
      ),
    ),
    MESSAGES,
  ),
  halved(
    'anthropic-too-large-in-stream',
    'platform.claude.com/docs/en/api/errors: request_too_large, as an event',
    { body: namedEvents(anthropicError('Request exceeds the maximum size', 'request_too_large')) },
    MESSAGES,
  ),
  halved(
    'anthropic-compat-too-long-minimax',
    'agentscope-ai/QwenPaw#1273',
    refusal(400, anthropicError('invalid params, context window exceeds limit (2013)')),
    MESSAGES,
  ),
  halved(
    'anthropic-compat-too-long-lmstudio',
    'aaif-goose/goose#11318: its words by its /v1/messages',
    {
      body: namedEvents(
        anthropicError(
          'Input does not fit in context length. The input has 31430 tokens, but the context length only supports 30000 tokens.',
          'api_error',
        ),
      ),
    },
    { window: 30_000, ...MESSAGES },
  ),
];

const responses = (...data: readonly NamedEvent[]): RawAnswer => ({ body: namedEvents(...data) });
const RESPONSE = responses(
  { type: 'response.created', response: { status: 'in_progress' } },
  { type: 'response.output_text.delta', output_index: 0, delta: 'It is warm.' },
  {
    type: 'response.completed',
    response: { status: 'completed', output: [{ type: 'message', content: [] }] },
  },
);
const RESPONSES = { wire: 'openai', answer: RESPONSE } as const;
const WINDOW_WORDS =
  'Your input exceeds the context window of this model. Please adjust your input and try again.';
const BY_RESPONSES: readonly Quirk[] = [
  halved(
    'openai-responses-too-long',
    'dyad-sh/dyad#1672: an event "error"',
    responses({
      type: 'error',
      sequence_number: 2,
      error: {
        type: 'invalid_request_error',
        code: 'context_length_exceeded',
        message: WINDOW_WORDS,
        param: 'input',
      },
    }),
    RESPONSES,
  ),
  halved(
    'openai-responses-too-long-failed',
    'maximhq/bifrost#4413: the response itself fails',
    responses({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'context_length_exceeded', message: WINDOW_WORDS } },
    }),
    RESPONSES,
  ),
  halved(
    'openai-responses-too-long-configured',
    'BerriAI/litellm#18927',
    said(
      'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300000 tokens.',
    ),
    RESPONSES,
  ),
];

const CANDIDATE: RawAnswer = {
  body: events({ candidates: [{ content: { parts: [{ text: 'It is warm.' }] }, finishReason: 'STOP' }] }),
};
const googleError = (message: string) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } });
const GEMINI = { wire: 'gemini', answer: CANDIDATE } as const;
const BY_GEMINI: readonly Quirk[] = [
  halved(
    'gemini-too-long',
    'google-gemini/gemini-cli#4118',
    refusal(
      400,
      googleError('The input token count (132478) exceeds the maximum number of tokens allowed (131072).'),
    ),
    GEMINI,
  ),
  halved(
    'gemini-too-long-in-stream',
    'google-gemini/gemini-cli#27197: the same as an event',
    {
      body: events(
        googleError('The input token count (81881) exceeds the maximum number of tokens allowed (32768).'),
      ),
    },
    { window: 32_768, ...GEMINI },
  ),
];

const LINES: RawAnswer = {
  body: lines(
    { message: { role: 'assistant', content: 'It is warm.' }, done: false },
    { message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' },
  ),
};
const OLLAMA = { wire: 'ollama', answer: LINES } as const;
const BY_OLLAMA: readonly Quirk[] = [
  halved(
    'ollama-too-long',
    'ollama/ollama#17889: the JSON of its runner within its own',
    refusal(400, {
      error:
        '{"error":{"code":400,"message":"request (8889 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":8889,"n_ctx":4096}}',
    }),
    { window: 4_096, ...OLLAMA },
  ),
  halved(
    'ollama-too-long-available',
    'ollama/ollama#18399',
    refusal(400, {
      error:
        'the prompt is longer than the context length currently available to the model; shorten the prompt',
    }),
    OLLAMA,
  ),
  halved(
    'ollama-too-long-500',
    'ITSpecialist111/ai_automation_suggester#37: versions of 2024',
    refusal(500, { error: 'the input length exceeds the context length' }),
    OLLAMA,
  ),
  halved(
    'ollama-too-long-exceeded',
    'ollama.com: its cloud',
    refusal(400, { error: 'prompt too long; exceeded max context length by 30 tokens' }),
    OLLAMA,
  ),
  halved(
    'ollama-too-long-in-stream',
    'ollama/ollama#17889: a line of an accepted answer',
    { body: lines({ error: 'request (8889 tokens) exceeds the available context size (4096 tokens)' }) },
    { window: 4_096, ...OLLAMA },
  ),
];

/** How vendors, and servers that speak as they do, say it by their own APIs. */
export const BY_OWN_WIRES: readonly Quirk[] = [...BY_MESSAGES, ...BY_RESPONSES, ...BY_GEMINI, ...BY_OLLAMA];

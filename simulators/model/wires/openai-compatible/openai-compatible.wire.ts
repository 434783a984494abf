import type { ModelRequest } from '../../types.js';
import { piece } from '../../usage/prompt-piece.js';
import { openAiError, unknownOpenAiModel, wrongOpenAiKey } from '../openai-error.js';
import { records } from '../refusal.js';
import { bearer, type CallChecks, type IncomingCall, type Prompt, type SimulatedWire, sse } from '../wire.js';
import { writeChat } from './chat-answer.js';
import { checkChat } from './chat-check.js';
import { checkReasoning } from './reasoning-check.js';
import { compatibleListing } from './compatible-listing.js';

const ERROR = openAiError({ status: 500, code: 'server_error', message: 'Simulated error' });

/** `POST /v1/chat/completions`, as strict as DeepSeek's and Gemini's servers about reasoning. */
export const openAiCompatible: SimulatedWire = {
  name: 'openai-compatible',
  path: '/v1/chat/completions',
  basePath: '/v1',
  contentType: 'text/event-stream; charset=utf-8',
  listing: compatibleListing,
  caching: { by: 'blocks', blockTokens: 64, minTokens: 64, reportsWrites: false },
  countsReasoning: true,
  keyOf: ({ headers }) => bearer(headers),
  wrongKey: wrongOpenAiKey,
  unknownModel: unknownOpenAiModel,
  tooLong: (_, tokens, window) => ({
    status: 400,
    code: 'context_length_exceeded',
    param: 'messages',
    message:
      `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} ` +
      'tokens. Please reduce the length of the messages.',
  }),
  read,
  write: writeChat,
  errorBody: openAiError,
  errorFrame: (form) => (form === 'json' ? `${JSON.stringify(ERROR)}\n` : sse(ERROR)),
  unknownFrames: [': OPENROUTER PROCESSING\n\n', sse({ id: 'x', object: 'future.event', choices: [] })],
  cutMark: ': cut\n\n',
};

function read({ body }: IncomingCall, checks: CallChecks): Prompt {
  const chat = body as unknown as ModelRequest;
  checkChat(chat);
  const mayThink = body.reasoning_effort !== 'none';
  if (mayThink) checkReasoning(chat.messages, checks.reasoning);
  const limit = body.max_completion_tokens ?? body.max_tokens;
  return {
    model: chat.model ?? 'simulated',
    chat,
    sent: body,
    isStreamed: body.stream === true,
    mayThink,
    maxOutputTokens: typeof limit === 'number' ? limit : Infinity,
    pieces: [...records(body.tools), ...chat.messages].map((part) => piece(part)),
    ...(typeof body.prompt_cache_key === 'string' && { cacheKey: body.prompt_cache_key }),
  };
}

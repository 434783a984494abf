import { piece } from '../../usage/prompt-piece.js';
import { openAiError, unknownOpenAiModel, wrongOpenAiKey } from '../openai-error.js';
import { demand, isRecord, type Json, records, text } from '../refusal.js';
import { checkOpenAiSchema } from '../schemas/openai-schema.js';
import { bearer, type CallChecks, type IncomingCall, type Prompt, type SimulatedWire, sse } from '../wire.js';
import { checkInput } from './input-check.js';
import { chatOf, itemsOf } from './input-chat.js';
import { checkReasoning } from './reasoning-check.js';
import { writeResponse } from './response-answer.js';
import { openAiListing } from './openai-listing.js';

const FAILURE = { code: 'server_error', message: 'Simulated error' };
const LEAST_OUTPUT_TOKENS = 16;
const LONGEST_CACHE_KEY = 64;

/** `POST /v1/responses` (developers.openai.com/api/reference), without stored responses. */
export const openAi: SimulatedWire = {
  name: 'openai',
  path: '/v1/responses',
  basePath: '/v1',
  contentType: 'text/event-stream; charset=utf-8',
  listing: openAiListing,
  caching: { by: 'blocks', blockTokens: 128, minTokens: 1_024, reportsWrites: true },
  countsReasoning: true,
  keyOf: ({ headers }) => bearer(headers),
  wrongKey: wrongOpenAiKey,
  unknownModel: unknownOpenAiModel,
  tooLong: () => ({
    status: 400,
    code: 'context_length_exceeded',
    param: 'input',
    message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
  }),
  read,
  write: writeResponse,
  errorBody: openAiError,
  errorFrame: (form) => {
    if (form === 'json') return `${JSON.stringify(openAiError({ status: 500, ...FAILURE }))}\n`;
    if (form === 'event')
      return sse({ type: 'error', ...FAILURE, param: null, sequence_number: 99 }, 'error');
    const response = { id: 'resp_failed', object: 'response', status: 'failed', error: FAILURE, output: [] };
    return sse({ type: 'response.failed', response, sequence_number: 99 }, 'response.failed');
  },
  unknownFrames: [
    ': keepalive\n\n',
    sse({ type: 'response.future.delta', delta: 'x', sequence_number: 0 }, 'response.future.delta'),
  ],
  cutMark: ': cut\n\n',
};

function read({ body }: IncomingCall, { reasoning }: CallChecks): Prompt {
  demand(typeof body.model === 'string', "Missing required parameter: 'model'.", missing('model'));
  checkLimits(body);
  checkTools(body.tools);
  checkInput(body.input);
  const items = itemsOf(body.input);
  const mayThink = !isRecord(body.reasoning) || body.reasoning.effort !== 'none';
  checkReasoning(items, { isStored: body.store !== false, issued: reasoning });
  const head = body.instructions === undefined ? [] : [piece({ instructions: body.instructions })];
  return {
    model: body.model,
    chat: chatOf(body),
    sent: body,
    isStreamed: body.stream === true,
    mayThink,
    maxOutputTokens: typeof body.max_output_tokens === 'number' ? body.max_output_tokens : Infinity,
    pieces: [...records(body.tools).map((tool) => piece(tool)), ...head, ...items.map((item) => piece(item))],
    ...(typeof body.prompt_cache_key === 'string' && { cacheKey: body.prompt_cache_key }),
  };
}

const missing = (param: string) => ({ code: 'missing_required_parameter', param });

function checkLimits({ max_output_tokens: limit, prompt_cache_key: key }: Json): void {
  demand(
    typeof limit !== 'number' || limit >= LEAST_OUTPUT_TOKENS,
    `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ${String(limit)} instead.`,
    { code: 'integer_below_min_value', param: 'max_output_tokens' },
  );
  demand(
    text(key).length <= LONGEST_CACHE_KEY,
    `Invalid 'prompt_cache_key': string too long. Expected a string with maximum length ${LONGEST_CACHE_KEY}.`,
    { code: 'string_above_max_length', param: 'prompt_cache_key' },
  );
}

function checkTools(tools: unknown): void {
  for (const [index, { type, name, strict, parameters }] of records(tools).entries()) {
    demand(type === 'function', `Invalid value: '${text(type)}'.`, { param: `tools[${index}].type` });
    demand(
      /^[\w-]{1,64}$/.test(text(name)),
      `Missing required parameter: 'tools[${index}].name'.`,
      missing(`tools[${index}].name`),
    );
    demand(
      strict !== true || (isRecord(parameters) && parameters.additionalProperties === false),
      `Invalid schema for function '${text(name)}': In context=(), 'additionalProperties' is required to be supplied ` +
        'and to be false.',
      { code: 'invalid_function_parameters', param: `tools[${index}].parameters` },
    );
    checkOpenAiSchema(parameters, text(name), `tools[${index}].parameters`);
  }
}

import { piece } from '../../usage/prompt-piece.js';
import { demand, isRecord, type Json, records, text } from '../refusal.js';
import { checkAnthropicSchema } from '../schemas/anthropic-schema.js';
import { bearer, type CallChecks, type IncomingCall, type Prompt, type SimulatedWire, sse } from '../wire.js';
import { checkCacheMarks } from './cache-marks.js';
import { chatOf } from './messages-chat.js';
import { checkMessages } from './messages-check.js';
import { anthropicError, writeMessage } from './message-answer.js';
import { blocksOf } from './blocks.js';
import { checkThinking, isThinkingAsked } from './thinking-check.js';
import { anthropicListing } from './anthropic-listing.js';

const OVERLOADED = anthropicError({ status: 529, message: 'Overloaded' });

/** `POST /v1/messages` (platform.claude.com/docs/en/api/messages), version 2023-06-01. */
export const anthropic: SimulatedWire = {
  name: 'anthropic',
  path: '/v1/messages',
  basePath: '/v1',
  contentType: 'text/event-stream; charset=utf-8',
  listing: anthropicListing,
  caching: { by: 'marks', minTokens: 1_024 },
  countsReasoning: true,
  keyOf: ({ headers }) => text(headers['x-api-key']) || bearer(headers),
  wrongKey: () => ({ status: 401, message: 'invalid x-api-key' }),
  unknownModel: (model) => ({ status: 404, message: `model: ${model}` }),
  tooLong: (_, tokens, window) => ({
    status: 400,
    message: `prompt is too long: ${tokens} tokens > ${window} maximum`,
  }),
  read,
  write: writeMessage,
  errorBody: anthropicError,
  errorFrame: (form) => (form === 'json' ? `${JSON.stringify(OVERLOADED)}\n` : sse(OVERLOADED, 'error')),
  unknownFrames: [
    sse({ type: 'ping' }, 'ping'),
    sse({ type: 'future_event', index: 0, delta: { type: 'future_delta' } }, 'future_event'),
  ],
  cutMark: ': cut\n\n',
};

function read({ body, headers }: IncomingCall, { reasoning }: CallChecks): Prompt {
  demand(headers['anthropic-version'] !== undefined, 'anthropic-version: header is required');
  demand(typeof body.model === 'string', 'model: Field required');
  demand(Number.isInteger(body.max_tokens) && Number(body.max_tokens) > 0, 'max_tokens: Field required');
  checkTools(body.tools);
  checkMessages(body.messages, body.system);
  checkCacheMarks(body);
  checkThinking(body, reasoning);
  return {
    model: body.model,
    chat: chatOf(body),
    sent: body,
    isStreamed: body.stream === true,
    mayThink: isThinkingAsked(body),
    maxOutputTokens: Number(body.max_tokens),
    pieces: piecesOf(body),
  };
}

function checkTools(tools: unknown): void {
  const names = records(tools).map(({ name }) => text(name));
  for (const [index, { input_schema: schema }] of records(tools).entries()) {
    const at = `tools.${index}.custom`;
    demand(
      /^[\w-]{1,128}$/.test(names[index] ?? ''),
      `${at}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`,
    );
    checkAnthropicSchema(schema, index);
  }
  demand(new Set(names).size === names.length, 'tools: Tool names must be unique.');
}

/** Tools, instructions, then the blocks of the messages: the order of the vendor's cache. A mark may also be top-level. */
function piecesOf(body: Json): Prompt['pieces'] {
  const blocks = records(body.messages).flatMap(({ role, content }) =>
    blocksOf(content).map((block) => ({ role, block })),
  );
  const system = blocksOf(body.system ?? []);
  const parts = [
    ...[...records(body.tools), ...system].map((part) => piece(part, isRecord(part.cache_control))),
    ...blocks.map(({ role, block }) => piece([role, block], isRecord(block.cache_control))),
  ];
  const last = parts.at(-1);
  return last && isRecord(body.cache_control) ? parts.with(-1, { ...last, isMarked: true }) : parts;
}

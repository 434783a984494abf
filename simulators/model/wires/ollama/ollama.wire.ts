import { piece } from '../../usage/prompt-piece.js';
import { demand, isRecord, records } from '../refusal.js';
import { bearer, type IncomingCall, type Prompt, type SimulatedWire } from '../wire.js';
import { checkChat } from './chat-check.js';
import { chatOf } from './chat-form.js';
import { line, writeLines } from './line-answer.js';
import { ollamaListing } from './ollama-listing.js';

const ERROR = { error: 'an error was encountered while running the model: simulated' };
const TOO_LONG = 'the input length exceeds the context length';
const USUAL_CONTEXT = 4_096;

/** `POST /api/chat` (docs.ollama.com/api/chat): lines of JSON, calls in one piece, no signatures, no report of a cache. */
export const ollama: SimulatedWire = {
  name: 'ollama',
  path: '/api/chat',
  basePath: '',
  contentType: 'application/x-ndjson',
  listing: ollamaListing,
  caching: { by: 'nothing' },
  countsReasoning: false,
  keyOf: ({ headers }) => bearer(headers),
  wrongKey: () => ({ status: 401, message: 'unauthorized' }),
  unknownModel: (model) => ({ status: 404, message: `model '${model}' not found` }),
  // Without `truncate: false` a longer prompt loses its beginning without a word.
  tooLong: ({ sent }) => (sent.truncate === false ? { status: 400, message: TOO_LONG } : undefined),
  read,
  write: writeLines,
  errorBody: ({ message }) => ({ error: message }),
  errorFrame: () => line(ERROR),
  unknownFrames: [
    line({
      created_at: new Date(0).toISOString(),
      message: { role: 'assistant', content: '', future: 1 },
      done: false,
    }),
    line({ future: { kind: 'x' }, done: false }),
  ],
  cutMark: '{"model":"',
};

function read({ body }: IncomingCall): Prompt {
  demand(typeof body.model === 'string' && body.model !== '', 'model is required');
  checkChat(body);
  const options = isRecord(body.options) ? body.options : {};
  const pieces = [...records(body.tools), ...records(body.messages)].map((part) => piece(part));
  const limit = options.num_predict;
  return {
    model: body.model,
    chat: chatOf(body),
    sent: body,
    isStreamed: body.stream !== false,
    mayThink: body.think !== false,
    maxOutputTokens: typeof limit === 'number' && limit >= 0 ? limit : Infinity,
    pieces: fitting(pieces, Number(options.num_ctx ?? USUAL_CONTEXT), body.truncate !== false),
  };
}

/** The end of a prompt that is longer than the context. */
function fitting(pieces: Prompt['pieces'], context: number, isTruncated: boolean): Prompt['pieces'] {
  const all = pieces.map((each) => each.text).join('');
  const most = context * 4;
  if (all.length <= most) return [{ text: all }];
  demand(isTruncated, TOO_LONG);
  return [{ text: all.slice(-most) }];
}

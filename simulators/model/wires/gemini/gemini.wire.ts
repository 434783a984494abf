import { piece } from '../../usage/prompt-piece.js';
import { demand, isRecord, type Json, records, text } from '../refusal.js';
import { checkGeminiSchema } from '../schemas/gemini-schema.js';
import type { CallChecks, IncomingCall, Prompt, SimulatedWire } from '../wire.js';
import { sse } from '../wire.js';
import { chatOf } from './contents-chat.js';
import { checkContents } from './contents-check.js';
import { geminiError, writeCandidate } from './candidate-answer.js';
import { checkSignatures } from './signature-check.js';
import { geminiListing } from './gemini-listing.js';

const OVERLOADED = geminiError({ status: 503, message: 'The model is overloaded. Please try again later.' });
const PATH = /^\/v1beta\/models\/([^/:]+):(streamGenerateContent|generateContent)$/;
const FIELDS = [
  'contents',
  'tools',
  'toolConfig',
  'systemInstruction',
  'generationConfig',
  'safetySettings',
  'cachedContent',
  'labels',
  'store',
  'serviceTier',
];

/** `POST /v1beta/models/{model}:streamGenerateContent?alt=sse` (ai.google.dev/api/generate-content). */
export const gemini: SimulatedWire = {
  name: 'gemini',
  path: PATH,
  basePath: '',
  contentType: 'text/event-stream',
  listing: geminiListing,
  caching: { by: 'blocks', blockTokens: 128, minTokens: 1_024, reportsWrites: false },
  countsReasoning: true,
  keyOf: ({ headers, url }) =>
    text(headers['x-goog-api-key']) ||
    (new URL(url, 'http://localhost').searchParams.get('key') ?? undefined),
  // The service answers 400, not 401.
  wrongKey: () => ({
    status: 400,
    code: 'API_KEY_INVALID',
    message: 'API key not valid. Please pass a valid API key.',
  }),
  unknownModel: (model) => ({
    status: 404,
    message:
      `models/${model} is not found for API version v1beta, or is not supported for generateContent. Call ` +
      'ModelService.ListModels to see the list of available models and their supported methods.',
  }),
  tooLong: (_, tokens, window) => ({
    status: 400,
    message: `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${window}).`,
  }),
  read,
  write: writeCandidate,
  errorBody: geminiError,
  errorFrame: (form) => (form === 'json' ? `${JSON.stringify(OVERLOADED)}\n` : sse(OVERLOADED)),
  unknownFrames: [sse({ futureField: { kind: 'x' } }), sse({ candidates: [{ index: 0, futureField: 'x' }] })],
  cutMark: ': cut\r\n\r\n',
};

function read({ body, url }: IncomingCall, checks: CallChecks): Prompt {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const [, name = '', method = ''] = PATH.exec(decodeURIComponent(pathname)) ?? [];
  for (const field of Object.keys(body))
    demand(
      FIELDS.includes(field),
      `Invalid JSON payload received. Unknown name "${field}": Cannot find field.`,
    );
  checkTools(body.tools);
  checkContents(body.contents, body.systemInstruction);
  const config = isRecord(body.generationConfig) ? body.generationConfig : {};
  const mayThink = thinkingOf(config).thinkingBudget !== 0;
  checkSignatures(records(body.contents), { ...checks, isThinking: checks.isThinking && mayThink });
  return {
    model: name,
    chat: chatOf(name, body),
    sent: body,
    isStreamed: method === 'streamGenerateContent' && searchParams.get('alt') === 'sse',
    mayThink,
    maxOutputTokens: typeof config.maxOutputTokens === 'number' ? config.maxOutputTokens : Infinity,
    pieces: [
      ...records(body.tools),
      ...(body.systemInstruction === undefined ? [] : [body.systemInstruction]),
      ...records(body.contents),
    ].map((part) => piece(part)),
  };
}

const thinkingOf = ({ thinkingConfig }: Json): Json => (isRecord(thinkingConfig) ? thinkingConfig : {});

/** The older field takes no object without properties. */
function checkArguments(parameters: unknown, at: string): void {
  const hasAny = isRecord(parameters) && Object.keys(parameters.properties ?? {}).length > 0;
  demand(
    parameters === undefined || hasAny,
    `* ${at}.parameters.properties: should be non-empty for OBJECT type\n`,
  );
}

function checkTools(tools: unknown): void {
  const functions = records(tools).flatMap((tool) => records(tool.functionDeclarations));
  for (const [index, { name, parameters, parametersJsonSchema: schema }] of functions.entries()) {
    const at = `GenerateContentRequest.tools[0].function_declarations[${index}]`;
    demand(/^[A-Za-z_][\w.:-]{0,127}$/.test(text(name)), `* ${at}.name: Invalid function name.`);
    demand(
      parameters === undefined || schema === undefined,
      `* ${at}: parameters and parameters_json_schema are both set.`,
    );
    checkGeminiSchema(schema ?? parameters, index);
    checkArguments(parameters, at);
  }
}

import type { ModelCall, ModelWire, WireRequest } from '../wire.js';
import { GeminiReader } from './gemini-reader.js';
import { geminiRequest } from './gemini-request.js';

/** Serves the preview models too. Google's own client asks `v1` since its version 3, with the same requests. */
const VERSION = 'v1beta';
const NAMES_VERSION = /\/v\d\w*$/;

/** `The input token count (1048580) exceeds the maximum number of tokens allowed (1048576).` */
const TOO_LONG = /input token count.{0,40}exceeds the maximum number of tokens/i;

/** The reason that an error names in its details. */
const WRONG_KEY = '"API_KEY_INVALID"';

/**
 * Google's Gemini by `streamGenerateContent` (ai.google.dev/api/generate-content).
 *
 * `baseUrl` is written as for Google's own client, without the version, which is added; one that ends with a version
 * (`…/v1`) is taken as it is. `model` may have its path before it (`models/…`, `tunedModels/…`).
 */
export const geminiWire: ModelWire = {
  type: 'gemini',
  defaultBaseUrl: 'https://generativelanguage.googleapis.com',
  stream: 'events',
  takesPdfs: true,
  request,
  reader: (maxParts) => new GeminiReader(maxParts),
  isTooLong: (status, body) => status === 400 && TOO_LONG.test(body),
  isWrongKey: (status, body) => status === 400 && body.includes(WRONG_KEY),
};

function request(call: ModelCall): WireRequest {
  const { baseUrl = geminiWire.defaultBaseUrl ?? '', apiKey, model = '' } = call.input.agent.runtime;
  return {
    url: `${versioned(baseUrl.replace(/\/+$/, ''))}/${pathOf(model)}:streamGenerateContent?alt=sse`,
    headers: { accept: 'text/event-stream', ...(apiKey !== undefined && { 'x-goog-api-key': apiKey }) },
    body: geminiRequest(call),
  };
}

const versioned = (base: string): string => (NAMES_VERSION.test(base) ? base : `${base}/${VERSION}`);

const pathOf = (model: string): string =>
  (model.includes('/') ? model : `models/${model}`).split('/').map(encodeURIComponent).join('/');

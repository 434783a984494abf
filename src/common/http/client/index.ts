/** Calls of other services. A part of its own, because it loads undici, which an idle gateway does not need. */
export { HttpClient, type HttpClientOptions } from './http-client.js';
export {
  codeOf,
  type HttpAnswer,
  type HttpCall,
  type HttpFault,
  type HttpHeaders,
  type HttpInterruption,
  type HttpOutcome,
  urlBelow,
} from './http-call.js';
export type { HttpStream, HttpStreamOutcome } from './http-stream.js';

import type { IncomingHttpHeaders } from 'node:http';
import type { IssuedReasoning, Reasoning } from '../reasoning.js';
import type { ModelRequest, WireName } from '../types.js';
import type { TokenCounts } from '../usage/ledger.js';
import type { CacheRule } from '../usage/prompt-cache.js';
import type { PromptPiece } from '../usage/prompt-piece.js';
import type { Json } from './refusal.js';

/** A call as it came in. */
export interface IncomingCall {
  readonly body: Json;
  readonly headers: IncomingHttpHeaders;
  /** Path with the query. */
  readonly url: string;
}

/** The state by which a wire checks a call. */
export interface CallChecks {
  readonly reasoning: IssuedReasoning;
  /** Whether the simulated model thinks before it answers, unless a request turns that off. */
  readonly isThinking: boolean;
}

/** A checked call. */
export interface Prompt {
  readonly model: string;
  /** The conversation in the form of the OpenAI chat API. */
  readonly chat: ModelRequest;
  readonly sent: Json;
  readonly isStreamed: boolean;
  /** Whether the request lets the model think. */
  readonly mayThink: boolean;
  /** `Infinity` when the request sets no limit. */
  readonly maxOutputTokens: number;
  /** In the order in which the vendor reads them. */
  readonly pieces: readonly PromptPiece[];
  /** The caller's own key for the cache of prompts. */
  readonly cacheKey?: string;
}

/** A tool call with its final id and the text of its arguments. */
export interface MadeCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A whole answer, before a wire writes it. */
export interface Answer {
  /** Number of the call, for ids. */
  readonly number: number;
  readonly model: string;
  readonly reasoning: Reasoning | undefined;
  readonly words: readonly string[];
  readonly calls: readonly MadeCall[];
  /** `refusal`: of the model itself; `filter`: of the vendor's filter, without a text. */
  readonly stop: 'end' | 'calls' | 'length' | 'refusal' | 'filter';
  readonly usage: TokenCounts;
}

/** An answer as it goes out. */
export interface WrittenAnswer {
  /** The answer to a call that asked for no stream. */
  readonly whole: unknown;
  /** The stream: events before the first content, which faults do not count, then all others. */
  readonly lead: readonly string[];
  readonly frames: readonly string[];
  /** Written with the end of the response. */
  readonly end: string;
}

export interface WireError {
  readonly status: number;
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
  readonly retryAfterSeconds?: number;
}

/** The model as its vendor describes it. */
export interface ListedModel {
  readonly name: string;
  /** `Infinity`: without a limit. */
  readonly contextWindow: number;
  readonly answers: boolean;
  readonly takesTools: boolean;
  readonly lifecycle: 'active' | 'deprecated' | 'retired';
  /** Other names get its answers too, as with llama.cpp. */
  readonly answersEveryName: boolean;
}

/** A call by which a vendor tells its models. */
export interface ListingCall {
  readonly method: 'get' | 'post';
  readonly path: string | RegExp;
  /** Tells it from another vendor's call with the same path. */
  readonly isOf?: (headers: IncomingHttpHeaders) => boolean;
  /** The one model that is asked for; absent where it tells them all. */
  readonly nameIn?: (path: string, body: Json) => string;
  /** The answer: about the one, or about all. */
  write(models: readonly ListedModel[]): unknown;
}

/** The way an error breaks into a stream: as an event, as bare JSON, or (`openai`) as a failed response. */
export type ErrorForm = 'event' | 'json' | 'failed';

/** A vendor's protocol, as its server speaks it. */
export interface SimulatedWire {
  readonly name: WireName;
  /** The path of its `POST`. */
  readonly path: string | RegExp;
  /** The path of `runtime.baseUrl`, behind the host. */
  readonly basePath: string;
  readonly contentType: string;
  /** The one model first, then all. */
  readonly listing: readonly ListingCall[];
  readonly caching: CacheRule;
  /** Whether the vendor reports the tokens of the reasoning apart from the others of the answer. */
  readonly countsReasoning: boolean;
  /** The caller's key, in the place where the vendor wants it. */
  keyOf(call: Pick<IncomingCall, 'headers' | 'url'>): string | undefined;
  /** The refusal of a wrong or missing key. */
  wrongKey(model: string): WireError;
  unknownModel(model: string): WireError;
  /** undefined: the vendor answers all the same, from what fits. */
  tooLong(prompt: Prompt, tokens: number, contextWindow: number): WireError | undefined;
  /** @throws WireRefusal in the vendor's words when the vendor does not accept the call */
  read(call: IncomingCall, checks: CallChecks): Prompt;
  write(answer: Answer, prompt: Prompt): WrittenAnswer;
  errorBody(error: WireError): unknown;
  errorFrame(form: ErrorForm): string;
  /** Events that no client knows yet, in the middle of the stream. */
  readonly unknownFrames: readonly string[];
  /** The last bytes before a stream is cut. */
  readonly cutMark: string;
}

/** A server-sent event. */
export const sse = (data: unknown, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;

/** The text in two pieces, so that a reader has to join them; none of them empty. */
export function halves(whole: string): readonly string[] {
  const middle = Math.ceil(whole.length / 2);
  return [whole.slice(0, middle), whole.slice(middle)].filter((part) => part !== '');
}

/** The key of an `Authorization: Bearer` header. */
export const bearer = (headers: IncomingHttpHeaders): string | undefined =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];

import type * as Sdk from '@modelcontextprotocol/client';
import { errorText } from '../../common/index.js';
import { withoutUnseen } from '../tools/unseen-text.js';
import { McpFailure, type McpFailureKind } from './mcp-connection.js';

/** Code of an answer that this gateway puts in place of one that it has cut off. */
export const CUT_OFF = -32_099;
/** Code of the answer that stands in for one that a stream has ended without. */
export const ENDED = -32_098;
/** Characters of a server's own words that go to operators and models. */
const MAX_WORDS = 1_000;
const UNAUTHORIZED = 401;
const NOT_FOUND = 404;

/** Errors of the server are answers; all others leave open whether it has done something, unless nothing was sent yet. */
export function failureOf(
  sdk: typeof Sdk,
  error: unknown,
  otherwise: 'unreachable' | 'interrupted',
): McpFailure {
  if (error instanceof McpFailure) return error;
  const inner = error instanceof Error ? error.cause : undefined;
  if (inner instanceof McpFailure) return inner;
  if (error instanceof sdk.InsufficientScopeError) return lackOf(error);
  const kind = kindOf(sdk, error) ?? otherwise;
  const words = error instanceof sdk.SdkHttpError ? wordsOfStatus(error) : errorText(error);
  return new McpFailure(kind, explanation(error) ?? wordsOf(words), { cause: error });
}

/** The scope is a word of the server's. */
function lackOf({ requiredScope: missingScope }: Sdk.InsufficientScopeError): McpFailure {
  const which =
    missingScope === undefined ? 'a scope' : `the scope ${withoutUnseen(missingScope).slice(0, MAX_WORDS)}`;
  return new McpFailure('refused', `it requires ${which}, which its tokens do not have`, { missingScope });
}

/** Our own words where those of the SDK are for its callers. */
function explanation(error: unknown): string | undefined {
  const { name, code } = error as { readonly name?: unknown; readonly code?: unknown };
  if (name === 'RangeError') return 'its answer is nested too deeply';
  if (code === 'UNSUPPORTED_RESULT_TYPE')
    return 'it asks for input before it answers, which this gateway does not support';
  if (code === 'REQUEST_TIMEOUT') return 'no answer in time';
  if (code === 'CLIENT_HTTP_UNEXPECTED_CONTENT') return `${NO_MESSAGE} (${contentTypeOf(error)})`;
  return isUnreadable(error) ? NO_MESSAGE : undefined;
}

const NO_MESSAGE = 'its answer is not a protocol message';

function contentTypeOf(error: unknown): string {
  const { data } = error as { readonly data?: { readonly contentType?: unknown } };
  const type = data?.contentType;
  return typeof type === 'string' ? withoutUnseen(type).slice(0, MAX_TYPE) : 'without a content type';
}
const MAX_TYPE = 100;

/** What was answered is no JSON, or none that the validators of the SDK take, whose words are for its callers. */
const isUnreadable = (error: unknown): boolean =>
  UNREADABLE.includes(String((error as { readonly name?: unknown } | null)?.name)) ||
  (error as { readonly code?: unknown } | null)?.code === 'INVALID_RESULT';
const UNREADABLE = ['SyntaxError', 'ZodError', '$ZodError'];

/** The server's words in an answer with an error's status: those of JSON-RPC's error where it is one. */
function wordsOfStatus({ status, data }: Sdk.SdkHttpError): string {
  let words = typeof data.text === 'string' ? data.text : '';
  try {
    const { error } = JSON.parse(words) as { readonly error?: { readonly message?: unknown } };
    words = typeof error?.message === 'string' ? error.message : words;
  } catch {
    // It is a text.
  }
  return words === '' ? `HTTP ${status}` : `HTTP ${status}: ${words}`;
}

function kindOf(sdk: typeof Sdk, error: unknown): McpFailureKind | undefined {
  if (error instanceof sdk.ProtocolError) return STAND_INS.get(error.code) ?? 'refused';
  if (error instanceof sdk.SdkHttpError) return kindOfStatus(error.status);
  if (error instanceof sdk.UnauthorizedError) return 'refused';
  if (error instanceof sdk.SdkError && BAD_ANSWERS.includes(error.code)) return 'bad-answer';
  const isRange = (error as { readonly name?: unknown }).name === 'RangeError';
  return isRange || isUnreadable(error) ? 'bad-answer' : undefined;
}

const STAND_INS: ReadonlyMap<number, McpFailureKind> = new Map([
  [CUT_OFF, 'bad-answer'],
  [ENDED, 'interrupted'],
]);

function kindOfStatus(status: number | undefined): McpFailureKind | undefined {
  if (status === UNAUTHORIZED) return 'unauthorized';
  // The server has forgotten its session, and has done nothing.
  if (status === NOT_FOUND) return 'unreachable';
  // It, or a proxy before it, has failed at some point, which may be after it did what was asked.
  return status !== undefined && status >= 500 ? undefined : 'refused';
}

const BAD_ANSWERS: readonly string[] = [
  'INVALID_RESULT',
  'UNSUPPORTED_RESULT_TYPE',
  'CLIENT_HTTP_UNEXPECTED_CONTENT',
];

function wordsOf(words: string): string {
  const text = withoutUnseen(words);
  return text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS).toWellFormed()}…` : text;
}

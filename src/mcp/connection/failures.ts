import type * as Sdk from '@modelcontextprotocol/client';
import { errorText } from '../../common/index.js';
import { withoutUnseen } from '../tools/unseen-text.js';
import { McpFailure, type McpFailureKind } from './mcp-connection.js';

/** Code of an answer that this gateway puts in place of one that it has cut off. */
export const CUT_OFF = -32_099;
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
  return new McpFailure(kind, explanation(error) ?? wordsOf(error), { cause: error });
}

/** The scope is a word of the server's. */
function lackOf({ requiredScope: missingScope }: Sdk.InsufficientScopeError): McpFailure {
  const which =
    missingScope === undefined ? 'a scope' : `the scope ${withoutUnseen(missingScope).slice(0, MAX_WORDS)}`;
  return new McpFailure('refused', `it wants ${which}, which its tokens do not have`, { missingScope });
}

/** Our own words where those of the SDK are for its callers. */
function explanation(error: unknown): string | undefined {
  const { name, code } = error as { readonly name?: unknown; readonly code?: unknown };
  if (name === 'RangeError') return 'its answer is nested too deeply';
  if (code === 'UNSUPPORTED_RESULT_TYPE')
    return 'it asks for input before it answers, which this gateway does not give';
  return undefined;
}

function kindOf(sdk: typeof Sdk, error: unknown): McpFailureKind | undefined {
  if (error instanceof sdk.ProtocolError) return error.code === CUT_OFF ? 'bad-answer' : 'refused';
  if (error instanceof sdk.SdkHttpError) return kindOfStatus(error.status);
  if (error instanceof sdk.UnauthorizedError) return 'refused';
  if (error instanceof sdk.SdkError && BAD_ANSWERS.includes(error.code)) return 'bad-answer';
  return (error as { readonly name?: unknown }).name === 'RangeError' ? 'bad-answer' : undefined;
}

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

function wordsOf(error: unknown): string {
  const text = withoutUnseen(errorText(error));
  return text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS).toWellFormed()}…` : text;
}

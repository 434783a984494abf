import type { FetchLike } from '@modelcontextprotocol/client';
import * as sdk from '@modelcontextprotocol/client';
import { errorText } from '../../common/index.js';
import { McpFailure } from '../connection/mcp-connection.js';
import { type Network, type ServerAddress, ServerFetch } from '../connection/server-fetch.js';
import { withoutUnseen } from '../tools/unseen-text.js';

/** One answer is waited for no longer, ms. */
const ANSWER_MS = 15_000;
const MAX_WORDS = 300;

/** An authorization server says no, by a code of its protocol (RFC 6749 5.2). The message has no secret in it. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';

  /** Both are the server's own words, or those of the caller of the redirect address. */
  constructor(code: string, description = '') {
    const words = [...new Set([cleaned(code), cleaned(description)])];
    super(words.filter((each) => each !== '').join(': ') || 'no reason given');
  }
}

/** Words of an authorization server for operators. */
export const cleaned = (text: string): string => withoutUnseen(text).slice(0, MAX_WORDS).toWellFormed();

/**
 * Makes the calls of one step of a login, through the guard of the server's addresses. An address that is refused
 * ends the step, also where the SDK would continue without it.
 * @throws McpFailure, LoginRefused
 */
export async function throughGuard<T>(
  server: ServerAddress,
  network: Network | undefined,
  use: (fetchFn: FetchLike) => Promise<T>,
): Promise<T> {
  const own = new ServerFetch(server, network);
  let refusal: McpFailure | undefined;
  const fetchFn: FetchLike = async (input, init = {}) => {
    if (refusal) throw refusal;
    const limit = AbortSignal.timeout(ANSWER_MS);
    try {
      return await own.fetch(input, {
        ...init,
        signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit,
      });
    } catch (error) {
      if (error instanceof McpFailure && error.kind === 'refused') refusal ??= error;
      if (limit.aborted) throw new McpFailure('interrupted', `no answer from ${new URL(input).origin}`);
      throw error;
    }
  };
  try {
    const result = await use(fetchFn);
    if (refusal) throw refusal;
    return result;
  } catch (error) {
    throw refusal ?? failureOf(error);
  } finally {
    await own.close();
  }
}

/** Codes of answers that may be others a little later. */
const PASSING: readonly string[] = [
  'server_error',
  'temporarily_unavailable',
  'too_many_requests',
  'slow_down',
];

function failureOf(error: unknown): Error {
  if (error instanceof McpFailure || error instanceof LoginRefused) return error;
  if (error instanceof sdk.OAuthError)
    return PASSING.includes(error.code)
      ? new McpFailure('unreachable', `its authorization server failed: ${cleaned(error.message)}`)
      : new LoginRefused(error.code, error.message);
  if (error instanceof sdk.IssuerMismatchError)
    return new McpFailure('refused', OTHER_ISSUER, { cause: error });
  if (error instanceof sdk.RegistrationRejectedError) {
    const why = `its authorization server rejected the registration (HTTP ${error.status})`;
    const [address = ''] = error.submittedMetadata.redirect_uris;
    return new McpFailure('refused', `${why}: ${byHand(address)}`, { cause: error });
  }
  const lacks = lackedBy(error);
  if (lacks !== undefined)
    return new McpFailure('bad-answer', `an answer from its authorization server has no usable ${lacks}`, {
      cause: error,
    });
  return new McpFailure('bad-answer', cleaned(errorText(error)), { cause: error });
}

/** What an operator does where this gateway cannot register itself. */
export const byHand = (address: string): string =>
  `register this gateway there by hand with the address ${address}, and set the resulting \`clientId\` in \`mcp.servers\``;

/** The members by which an answer is not what the SDK takes, whose own words are for its callers. */
function lackedBy(error: unknown): string | undefined {
  const { issues, name } = error as { readonly issues?: unknown; readonly name?: unknown };
  if (name === 'SyntaxError') return 'JSON in it';
  if (!Array.isArray(issues)) return undefined;
  const members = (issues as readonly { readonly path?: readonly unknown[] }[]).map(({ path }) => path?.[0]);
  return cleaned(
    [...new Set(members.map((each) => (typeof each === 'string' ? each : 'members')))].join(', '),
  );
}

export const OTHER_ISSUER = 'the answer is from a different authorization server';

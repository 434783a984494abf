import { isRecord } from '../../common/index.js';

/** Members of an authorization server's documents that are lists of texts, by RFC 8414 and 9728. */
const LISTS = [
  'authorization_servers',
  'scopes_supported',
  'bearer_methods_supported',
  'response_types_supported',
  'grant_types_supported',
  'code_challenge_methods_supported',
  'token_endpoint_auth_methods_supported',
];

/**
 * A document or an answer of an authorization server as the SDK takes it: without members that are null or empty, lists
 * that are one text as lists, and a scope that is a list as the text that it should be.
 */
export async function legibleDocument(response: Response): Promise<Response> {
  const { status, headers } = response;
  const text = await response.text();
  return new Response(legible(text), { status, headers });
}

function legible(text: string): string {
  try {
    const document: unknown = JSON.parse(text);
    return isRecord(document)
      ? JSON.stringify(Object.fromEntries(Object.entries(document).flatMap(member)))
      : text;
  } catch {
    return text;
  }
}

function member([name, value]: readonly [string, unknown]): [string, unknown][] {
  if (value === null || value === '') return [];
  if (name === 'scope' && Array.isArray(value)) return [[name, value.join(' ')]];
  return [[name, typeof value === 'string' && LISTS.includes(name) ? value.split(/[\s,]+/) : value]];
}

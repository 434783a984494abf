import { errorText } from '../../../common/index.js';
import { fieldsOf, parseJson } from '../wire/json.js';

export interface HttpCall {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | Uint8Array | undefined;
  /** For the whole of it, with the body of the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The outcome of a call. */
export type HttpOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Headers;
      readonly json: unknown;
      /** How an answer begins that is larger than is read. */
      readonly beginning?: string;
    }
  | HttpFault;

/** Why there is no answer. */
export type HttpFault =
  /** Nothing of it can have reached the other side. */
  | { readonly kind: 'unreachable'; readonly detail: string }
  /** It may have been done. */
  | {
      readonly kind: 'interrupted';
      readonly how: 'timeout' | 'aborted' | 'cut-off';
      readonly detail: string;
    };

const MAX_ANSWER_CHARS = 4 * 1024 * 1024;
const BEGINNING_CHARS = 16 * 1024;
/** Error codes of the system and the HTTP client for a connection that never was. */
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*|DEPTH_.*|SELF_SIGNED_.*|UNABLE_TO_.*|ERR_INVALID_URL)$/;

/**
 * One call, never repeated and never redirected: whoever asks decides what becomes of it (wire 3.5). Never throws, and
 * lets nothing of headers or bodies into a text.
 */
export async function exchange(call: HttpCall): Promise<HttpOutcome> {
  const late = AbortSignal.timeout(call.timeoutMs);
  const response = await respond(call, late);
  if ('kind' in response) return response;
  const { status, headers, body } = response;
  const text = await textIn(body);
  if (text !== undefined && text.length > MAX_ANSWER_CHARS)
    return { kind: 'answered', status, headers, json: undefined, beginning: text.slice(0, BEGINNING_CHARS) };
  return { kind: 'answered', status, headers, json: parseJson(text ?? '')?.value };
}

/** The answer as it begins. @param late ends the call, and the body of its answer, as much as the call's own signal */
export async function respond(call: HttpCall, late: AbortSignal): Promise<Response | HttpFault> {
  const { url, method, headers = {}, body, signal } = call;
  if (signal?.aborted) return { kind: 'unreachable', detail: 'aborted before the call' };
  try {
    return await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([late, signal]) : late,
      ...(body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }),
    });
  } catch (error) {
    if (late.aborted) return { kind: 'interrupted', how: 'timeout', detail: 'no answer in time' };
    if (signal?.aborted) return { kind: 'interrupted', how: 'aborted', detail: 'aborted' };
    return faultOf(error);
  }
}

/** A body that breaks off, is too long or no JSON says nothing, but the status has been said. */
export async function jsonIn(body: AsyncIterable<unknown> | null): Promise<unknown> {
  const text = (await textIn(body)) ?? '';
  return text.length > MAX_ANSWER_CHARS ? undefined : parseJson(text)?.value;
}

/** Not much beyond the bound; undefined for a body that breaks off. */
async function textIn(body: AsyncIterable<unknown> | null): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (text.length > MAX_ANSWER_CHARS) break;
    }
    return text;
  } catch {
    return undefined;
  }
}

export function faultOf(error: unknown): HttpFault {
  const cause = fieldsOf(error).cause ?? error;
  const { code } = fieldsOf(cause);
  const name = typeof code === 'string' ? code : 'failure';
  if (NOT_CONNECTED.test(name)) return { kind: 'unreachable', detail: name };
  return { kind: 'interrupted', how: 'cut-off', detail: name === 'failure' ? errorText(cause) : name };
}

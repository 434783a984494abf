import { errorText } from '../../../common/index.js';
import { fieldsOf, parseJson } from '../wire/json.js';

export interface HttpCall {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | Uint8Array | undefined;
  /** The time-out of the whole call, including the body of the answer. */
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
      /** The beginning of an answer that exceeds the size limit. */
      readonly beginning?: string;
    }
  | HttpFault;

/** The reason there is no answer. */
export type HttpFault =
  /** Nothing can have reached the remote side. */
  | { readonly kind: 'unreachable'; readonly detail: string }
  /** The call may have succeeded. */
  | {
      readonly kind: 'interrupted';
      readonly how: 'timeout' | 'aborted' | 'cut-off';
      readonly detail: string;
    };

const MAX_ANSWER_CHARS = 4 * 1024 * 1024;
const BEGINNING_CHARS = 16 * 1024;
/** Error codes of the system and the HTTP client for a failed connection. */
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*|DEPTH_.*|SELF_SIGNED_.*|UNABLE_TO_.*|ERR_INVALID_URL)$/;

/**
 * One call, never repeated and never redirected: the caller decides how to continue (wire 3.5). Never throws, and puts
 * nothing of headers or bodies into a text.
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

/** The beginning of the answer. @param late ends the call and the body of its answer, like the call's own signal */
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

/** A truncated, overlong or non-JSON body is ignored, but the status counts. */
export async function jsonIn(body: AsyncIterable<unknown> | null): Promise<unknown> {
  const text = (await textIn(body)) ?? '';
  return text.length > MAX_ANSWER_CHARS ? undefined : parseJson(text)?.value;
}

/** Reads little more than the limit; undefined for a truncated body. */
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

import type { Readable } from 'node:stream';
import { errorText } from '../../errors.js';
import { isNotConnected } from '../not-connected.js';

export interface HttpCall {
  /** The address, or its parts, which spare a caller with one origin the parsing. */
  readonly url: string | { readonly origin: string; readonly path: string };
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** By name, or names and values in turn, which is the form that costs least. */
  readonly headers?: Readonly<Record<string, string>> | readonly string[];
  /** `URLSearchParams` are sent as a form, with its content type. */
  readonly body?: string | URLSearchParams | Uint8Array | Readable | undefined;
  /** Sent as JSON, with its content type; replaces `body`. */
  readonly json?: object | undefined;
  /** The time-out of the whole call, including the body of the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Lower-case names. */
export type HttpHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The outcome of a call. */
export type HttpOutcome = HttpAnswer | HttpFault;

export interface HttpAnswer {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: HttpHeaders;
  /** Undefined for a body that is not JSON, or not whole. */
  readonly json: unknown;
  /** The reason the body is not whole. */
  readonly broken?: HttpInterruption;
  /** The beginning of a body that exceeds the size limit. */
  readonly beginning?: string;
}

/** The reason there is no answer. */
export type HttpFault =
  /** No connection was made, so nothing was sent. */
  { readonly kind: 'unreachable'; readonly detail: string; readonly error?: unknown } | HttpInterruption;

/** The request was sent, at least in part, and may have succeeded. */
export interface HttpInterruption {
  readonly kind: 'interrupted';
  readonly how: 'timeout' | 'aborted' | 'cut-off';
  /** The code of the error; nothing of headers or bodies. */
  readonly detail: string;
  readonly error?: unknown;
}

/** The address of something below a base address, whichever of them brings the slash between them. */
export const urlBelow = (base: string, path: string): string =>
  `${base.replace(/\/+$/, '')}/${path.replace(/^\//, '')}`;

export const ABORTED_BEFORE: HttpFault = { kind: 'unreachable', detail: 'aborted before the call' };

/** The fault that an error of the HTTP client stands for, while there is no answer. */
export function faultOf(error: unknown): HttpFault {
  if (!isNotConnected(error)) return cutOff(error);
  return { kind: 'unreachable', detail: codeOf(error) ?? 'failure', error };
}

export const cutOff = (error: unknown): HttpInterruption => ({
  kind: 'interrupted',
  how: 'cut-off',
  detail: codeOf(error) ?? errorText(error),
  error,
});

/** The code of an error of the system or the HTTP client. */
export function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

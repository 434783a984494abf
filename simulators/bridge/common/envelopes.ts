/** Success and error envelopes of imbridge-wire 1.2 and 1.3. */

export interface SuccessParts {
  readonly message?: string;
  readonly data?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A file answer: streamed in chunks without `Content-Length` (imbridge-wire 2.8). */
export interface FileParts {
  readonly contentType: string;
  readonly content: Uint8Array | { readonly zeros: number };
}

export type Answer = SuccessParts | { readonly file: FileParts };

/** JSON drops keys with an undefined value, as the bridge does with `data`. */
export function successEnvelope(parts: SuccessParts): Record<string, unknown> {
  return { status: 200, message: parts.message ?? 'Success', data: parts.data, metadata: parts.metadata };
}

type ErrorType =
  | 'Server Error'
  | 'Database Error'
  | 'iMessage Error'
  | 'Validation Error'
  | 'Authentication Error'
  | 'Gateway Timeout';

/** An error that the bridge answers with its envelope. Every other exception gets the unhandled shape. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';

  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: { readonly type: ErrorType; readonly message: string },
    readonly data?: unknown,
  ) {
    super(detail.message);
  }
}

/** Thrown to cut the connection instead of answering. */
export class ConnectionCut extends Error {
  override readonly name = 'ConnectionCut';
}

export const badRequest = (message: string): BridgeError =>
  new BridgeError(400, "You've made a bad request! Please check your request params & body", {
    type: 'Validation Error',
    message,
  });

export const unauthorized = (message: string): BridgeError =>
  new BridgeError(401, 'You are not authorized to access this resource', {
    type: 'Authentication Error',
    message,
  });

export const notFound = (message: string): BridgeError =>
  new BridgeError(404, 'The requested resource was not found', { type: 'Database Error', message });

/** A null `data` is sent as null, an undefined one is left out. */
export const iMessageError = (title: string, message: string, data?: unknown): BridgeError =>
  new BridgeError(500, title, { type: 'iMessage Error', message }, data);

export const gatewayTimeout = (ms: number): BridgeError =>
  new BridgeError(504, `The request timed-out after ${ms}`, {
    type: 'Gateway Timeout',
    message: `The request timed-out after ${ms}`,
  });

export function errorEnvelope(thrown: unknown): { status: number; body: Record<string, unknown> } {
  const error =
    thrown instanceof BridgeError
      ? thrown
      : new BridgeError(500, 'An unhandled error has occurred!', {
          type: 'Server Error',
          message: thrown instanceof Error ? thrown.message : String(thrown),
        });
  return {
    status: error.status,
    body: { status: error.status, message: error.title, error: error.detail, data: error.data },
  };
}

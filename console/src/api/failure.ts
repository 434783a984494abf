interface FailureParts {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: string;
  readonly requestId?: string;
}

/** A call that failed, in words for the operator. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  /** The field and what to change in it; may be empty. */
  readonly details: string;
  /** The id to tell when reporting the problem; undefined when the gateway did not answer. */
  readonly requestId: string | undefined;

  constructor({ status, code, message, details = '', requestId }: FailureParts) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

const OF_PROXIES = new Set([502, 503, 504]);

/** Whether it may be over by itself: a gateway that starts, one replica of several, its database. */
export const isPassing = ({ code, status }: Failure): boolean =>
  code === 'UNREACHABLE' || OF_PROXIES.has(status);

export const unreachable = (): Failure =>
  new Failure({
    status: 0,
    code: 'UNREACHABLE',
    message: 'The gateway is not responding.',
    details: 'It may have stopped, or the connection may be down.',
  });

/** An answer that is no error of the gateway comes from something between: a proxy, or a login page. */
export function failureOf(response: Response, body: unknown): Failure {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const { error } = (body ?? {}) as { error?: { code?: string; message?: string; details?: string } };
  if (error?.code === undefined || error.message === undefined) {
    const message = `A proxy between this page and the gateway answered with ${response.status}.`;
    return new Failure({ status: response.status, code: 'FOREIGN_ANSWER', message, requestId });
  }
  const { code, message, details } = error;
  return new Failure({ status: response.status, code, message, details, requestId });
}

export const toFailure = (error: unknown): Failure =>
  error instanceof Failure
    ? error
    : new Failure({ status: 0, code: 'PAGE', message: 'This page failed.', details: String(error) });

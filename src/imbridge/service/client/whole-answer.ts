import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** A page of 500 messages is about 1 MB; beyond this somebody else is talking. */
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

export interface WholeAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Makes a call and reads all of its answer. By undici's lowest interface: the streams, signals and promises above it
 * cost more than the short answers of a bridge.
 * @throws what undici gives when the connection fails, and Error when the signal aborts or too much comes
 */
export function wholeAnswer(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  signal: AbortSignal,
): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    const reader = new AnswerReader(signal, resolve, reject);
    signal.addEventListener('abort', () => reader.abort(new Error('aborted')), { once: true });
    dispatcher.dispatch(options, reader);
  });
}

class AnswerReader implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private status = 0;
  private headers: IncomingHttpHeaders = {};
  private readonly chunks: Buffer[] = [];
  private bytes = 0;

  constructor(
    private readonly signal: AbortSignal,
    private readonly resolve: (answer: WholeAnswer) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  /** A call that still waits for a connection is given up when it gets one. */
  abort(reason: Error): void {
    this.controller?.abort(reason);
    this.reject(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.signal.aborted) controller.abort(new Error('aborted'));
  }

  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
    this.status = status;
    this.headers = headers;
  }

  /** The bridge states no length, so what comes is counted. */
  onResponseData(_: unknown, chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > MAX_ANSWER_BYTES) this.abort(new Error(`more than ${MAX_ANSWER_BYTES} bytes`));
    else this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    const text = Buffer.concat(this.chunks).toString('utf8');
    this.resolve({ status: this.status, headers: this.headers, text });
  }

  onResponseError(_: unknown, error: Error): void {
    this.reject(error);
  }
}

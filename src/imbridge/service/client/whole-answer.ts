import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** A page of 500 messages is about 1 MB; a larger answer is not from a bridge. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

export interface WholeAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * One call, whose answer is read as a whole. Uses undici's lowest interface, because the streams, signals and promises
 * above it cost more than the bridge's short answers.
 */
export class WholeCall implements Dispatcher.DispatchHandler {
  private readonly end = Promise.withResolvers<WholeAnswer>();
  private controller: Dispatcher.DispatchController | undefined;
  private aborted: Error | undefined;
  private status = 0;
  private headers: IncomingHttpHeaders = {};
  private readonly chunks: Buffer[] = [];
  private bytes = 0;

  /** @throws the error of undici when the connection fails, the reason of `abort`, and Error for too large an answer */
  answer(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions): Promise<WholeAnswer> {
    dispatcher.dispatch(options, this);
    return this.end.promise;
  }

  /** A call that still waits for a connection ends when it gets one. */
  abort(reason: Error): void {
    this.aborted = reason;
    this.controller?.abort(reason);
    this.end.reject(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.aborted) controller.abort(this.aborted);
  }

  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
    this.status = status;
    this.headers = headers;
  }

  /** The bridge states no length, so the received bytes are counted. */
  onResponseData(_: unknown, chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > MAX_ANSWER_BYTES) this.abort(new Error(`more than ${MAX_ANSWER_BYTES} bytes`));
    else this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [only] = this.chunks;
    const whole = only && this.chunks.length === 1 ? only : Buffer.concat(this.chunks);
    this.end.resolve({ status: this.status, headers: this.headers, text: whole.toString('utf8') });
  }

  onResponseError(_: unknown, error: Error): void {
    this.end.reject(error);
  }
}

/** The text of a streamed answer. @throws Error for too large an answer; leaving the loop early closes the connection */
export async function wholeText({ body }: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

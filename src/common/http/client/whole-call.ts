import type { IncomingHttpHeaders } from 'node:http';
import { createGunzip, type Gunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';

export interface WholeAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The reason the text is only the beginning. */
  readonly error?: Error;
}

/** The answer exceeds the size limit. */
export class AnswerTooLarge extends Error {}

/**
 * One call, whose answer is read as a whole. Uses undici's lowest interface, because the streams, signals and promises
 * above it cost more than short answers.
 */
export class WholeCall implements Dispatcher.DispatchHandler {
  private readonly end = Promise.withResolvers<WholeAnswer>();
  private controller: Dispatcher.DispatchController | undefined;
  private aborted: Error | undefined;
  private unpacking: Gunzip | undefined;
  private status = 0;
  private headers: IncomingHttpHeaders = {};
  private readonly chunks: Buffer[] = [];
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /** @throws the error of undici, or the reason of `abort`, when there is no answer */
  answer(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions): Promise<WholeAnswer> {
    dispatcher.dispatch(options, this);
    return this.end.promise;
  }

  /** A call that still waits for a connection ends when it gets one. */
  abort(reason: Error): void {
    this.aborted = reason;
    this.controller?.abort(reason);
    this.unpacking?.destroy();
    this.onResponseError(undefined, reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.aborted) controller.abort(this.aborted);
  }

  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
    this.status = status;
    this.headers = headers;
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.bytes === 0 && this.headers['content-encoding']?.toLowerCase() === 'gzip')
      this.unpacking ??= this.unpack();
    if (this.unpacking) this.unpacking.write(chunk);
    else this.addChunk(chunk);
  }

  onResponseEnd(): void {
    if (this.unpacking) this.unpacking.end();
    else this.finish();
  }

  /** The status counts, also without the rest of its answer. */
  onResponseError(_: unknown, error: Error): void {
    if (this.status === 0) this.end.reject(error);
    else this.finish(error);
  }

  private unpack(): Gunzip {
    return createGunzip()
      .on('data', (chunk: Buffer) => this.addChunk(chunk))
      .on('end', () => this.finish())
      .on('error', (error) => this.abort(error));
  }

  /** An answer may state no length, so the received bytes are counted. */
  private addChunk(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.chunks.push(chunk);
    if (this.bytes > this.maxBytes) this.abort(new AnswerTooLarge(`more than ${this.maxBytes} bytes`));
  }

  private finish(error?: Error): void {
    const [only] = this.chunks;
    const whole = only && this.chunks.length === 1 ? only : Buffer.concat(this.chunks);
    const { status, headers } = this;
    const text = whole.toString('utf8');
    this.end.resolve(error ? { status, headers, text, error } : { status, headers, text });
  }
}

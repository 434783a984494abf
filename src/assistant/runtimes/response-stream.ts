import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { RuntimeFailure } from '../runtime.js';

/** The number of bytes that may wait for the reader before reading from the connection pauses. */
const MAX_WAITING_BYTES = 256 * 1024;
/** The number of bytes still read after the reader has left, so that the connection can be used again. */
const MAX_UNUSED_BYTES = 64 * 1024;
/** How long the answer may take to end after the reader has left, ms. */
const END_MS = 1_000;

export interface ResponseHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

export interface ResponseLimit {
  /** The name of the answering side, in messages: "the model". */
  readonly noun: string;
  readonly maxBytes: number;
}

/** The bytes of an answer as they arrive, for a single reader, which calls `leave` when it has read enough. */
export type ResponseBody = Pick<ResponseStream, 'read' | 'leave'>;

/** Reads a body to its end. @throws as `read` */
export async function wholeText(body: Pick<ResponseBody, 'read'>): Promise<string> {
  const taken: Uint8Array[] = [];
  for (let bytes = await body.read(); bytes; bytes = await body.read()) taken.push(bytes);
  return Buffer.concat(taken).toString();
}

/**
 * One answer as it arrives. Uses undici's lowest interface, because the streams above it cost more than reading most
 * answers does.
 */
export class ResponseStream implements Dispatcher.DispatchHandler {
  private readonly begun = Promise.withResolvers<ResponseHead>();
  private controller: Dispatcher.DispatchController | undefined;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private left: number;
  private end: 'whole' | Error | undefined;
  private isLeft = false;
  private timer: NodeJS.Timeout | undefined;
  private wake: () => void = () => undefined;

  constructor(
    private readonly limit: ResponseLimit,
    private readonly signal: AbortSignal,
  ) {
    this.left = limit.maxBytes;
    signal.addEventListener('abort', this.onAbort, { once: true });
  }

  /** @throws undici's error when the connection breaks; the signal's reason after an abort. */
  head(): Promise<ResponseHead> {
    return this.begun.promise;
  }

  /**
   * For a single reader: returns all bytes since the last call, or undefined at the end.
   * @throws as `head`; RuntimeFailure when more has arrived than may be read.
   */
  async read(): Promise<Uint8Array | undefined> {
    while (this.waiting.length === 0 && !this.end)
      await new Promise<void>((resolve) => (this.wake = resolve));
    if (this.waiting.length > 0) return this.taken();
    if (this.end && this.end !== 'whole') throw this.end;
    return undefined;
  }

  /**
   * Says that the rest is not needed. The answer may still end by itself, because a stream says that it is complete
   * before the connection does; cutting it in between would cost a new connection for each call.
   */
  leave(): void {
    if (this.isLeft) return;
    this.isLeft = true;
    this.waiting = [];
    if (this.end) return;
    this.left = MAX_UNUSED_BYTES;
    this.timer = setTimeout(() => this.fail(new Error('goes on')), END_MS).unref();
    this.controller?.resume();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.end instanceof Error) controller.abort(this.end);
  }

  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
    // Interim answers (1xx) come first.
    if (status >= 200) this.begun.resolve({ status, headers });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if ((this.left -= chunk.length) < 0) this.fail(this.tooLarge());
    if (this.isLeft || this.end) return;
    this.waiting.push(chunk);
    this.waitingBytes += chunk.length;
    if (this.waitingBytes > MAX_WAITING_BYTES) controller.pause();
    this.wake();
  }

  onResponseEnd(): void {
    this.finish('whole');
  }

  onResponseError(_: unknown, error: Error): void {
    this.finish(error);
  }

  private readonly onAbort = (): void => this.fail(this.signal.reason as Error);

  private taken(): Uint8Array {
    const taken = this.waiting;
    this.waiting = [];
    if (this.waitingBytes > MAX_WAITING_BYTES) this.controller?.resume();
    this.waitingBytes = 0;
    const [first] = taken;
    return taken.length === 1 && first ? first : Buffer.concat(taken);
  }

  private tooLarge(): Error {
    const { noun, maxBytes } = this.limit;
    return new RuntimeFailure(`${noun}'s answer is larger than ${maxBytes} bytes`, false);
  }

  private fail(error: Error): void {
    this.finish(error);
    this.controller?.abort(error);
  }

  private finish(end: 'whole' | Error): void {
    this.end ??= end;
    clearTimeout(this.timer);
    this.signal.removeEventListener('abort', this.onAbort);
    if (end !== 'whole') this.begun.reject(end);
    this.wake();
  }
}

import { toRuntimeFailure } from '../../runtimes/call-failure.js';
import { EventStreamDecoder } from '../../runtimes/event-stream-decoder.js';
import { LineDecoder } from '../../runtimes/line-decoder.js';
import type { ResponseBody } from '../../runtimes/response-stream.js';
import type { MeteredCall } from '../../usage/usage-meter.js';
import type { Silence } from './silence.js';
import type { RuntimeFailure } from '../../runtime.js';
import type { AnswerReader, ModelAnswer, ModelUsage, StopReason, StreamForm } from '../wire.js';

/** The answer to one call of a model, while it arrives. */
export class ModelStream {
  private readonly decoder: EventStreamDecoder | LineDecoder;
  private readonly metered: MeteredCall;
  private isWhole = false;
  private hasEnded = false;
  private stop: StopReason | undefined;
  private failure: RuntimeFailure | undefined;
  /** Thrown by the reader behind text that arrived with it, and that is passed on first. */
  private thrown: RuntimeFailure | undefined;

  constructor(
    private readonly body: ResponseBody,
    private readonly reader: AnswerReader,
    private readonly silence: Silence,
    { form, metered }: { readonly form: StreamForm; readonly metered: MeteredCall },
  ) {
    this.metered = metered;
    this.decoder = form === 'lines' ? new LineDecoder() : new EventStreamDecoder();
  }

  /**
   * All text that has arrived since the last call, often ''; undefined at the end.
   * @throws RuntimeFailure for a broken connection and for whatever a reader can not read
   */
  async next(): Promise<string | undefined> {
    try {
      return await this.read();
    } catch (error) {
      throw this.failed(error);
    }
  }

  /** Frees the connection and settles the call; the usage and the answer remain. */
  leave(): void {
    this.silence.end();
    this.body.leave();
    // A vendor reports the tokens of an answer at its end.
    const { isWhole, stop, failure } = this;
    if (isWhole) this.metered.settle({ outcome: 'answered', usage: this.usage, stop });
    else this.metered.settle({ outcome: 'failed', usage: undefined, failure });
  }

  get usage(): ModelUsage | undefined {
    return this.reader.usage;
  }

  /** @throws as `next` */
  end(): ModelAnswer {
    try {
      const answer = this.reader.end();
      this.isWhole = true;
      this.stop = answer.stop;
      return answer;
    } catch (error) {
      throw this.failed(error);
    }
  }

  private failed(error: unknown): RuntimeFailure {
    return (this.failure = toRuntimeFailure(error, this.silence.signal));
  }

  private async read(): Promise<string | undefined> {
    const { reader, silence } = this;
    this.throwFound();
    if (this.hasEnded) return undefined;
    const bytes = reader.isDone ? undefined : await this.nextBytes();
    let text = this.readAll(bytes ? this.decoder.decode(bytes) : this.decoder.end());
    if (!bytes) {
      this.hasEnded = true;
      text += reader.rest?.() ?? '';
    }
    if (text === '') this.throwFound();
    if (reader.isWriting) silence.heardWriting();
    return text;
  }

  private throwFound(): void {
    if (this.thrown) throw this.thrown;
  }

  private readAll(events: readonly { readonly data: string; readonly event?: string | undefined }[]): string {
    const { reader } = this;
    let text = '';
    try {
      for (const { data, event } of events) {
        if (isSignOfLife(data, event)) continue;
        text += reader.readEvent(data, event);
        if (reader.isAnswered) this.silence.heardEnd();
      }
    } catch (error) {
      this.thrown = toRuntimeFailure(error, this.silence.signal);
    }
    return text;
  }

  /** Behind the end of an answer neither silence nor a connection that breaks changes anything. */
  private async nextBytes(): Promise<Uint8Array | undefined> {
    const { body, reader, silence } = this;
    if (!reader.isAnswered) return silence.during(body.read());
    try {
      return await silence.behindEnd(body.read());
    } catch (error) {
      if (silence.signal.aborted) throw error;
      return undefined;
    }
  }
}

/** Events by which servers and relays keep a connection open. */
const isSignOfLife = (data: string, event: string | undefined): boolean =>
  event === 'ping' || (data.length < 40 && (data.trim() === '' || PING.test(data)));

const PING = /^\s*\{\s*"type"\s*:\s*"ping"\s*\}\s*$/;

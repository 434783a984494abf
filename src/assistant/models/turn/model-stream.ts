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
  private stop: StopReason | undefined;
  private failure: RuntimeFailure | undefined;

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
    const { body, reader, silence } = this;
    if (reader.isDone) return undefined;
    const bytes = await silence.during(body.read());
    const events = bytes ? this.decoder.decode(bytes) : this.decoder.end();
    if (!bytes && events.length === 0) return undefined;
    let text = '';
    for (const { data, event } of events) text += reader.readEvent(data, event);
    if (reader.isWriting) silence.heardWriting();
    return text;
  }
}

import { EventStreamDecoder } from '../../runtimes/event-stream-decoder.js';
import { LineDecoder } from '../../runtimes/line-decoder.js';
import type { ResponseBody } from '../../runtimes/response-stream.js';
import type { Silence } from './silence.js';
import type { AnswerReader, ModelAnswer, ModelUsage, StreamForm } from '../wire.js';

/** The answer to one call of a model, while it arrives. */
export class ModelStream {
  private readonly decoder: EventStreamDecoder | LineDecoder;

  constructor(
    private readonly body: ResponseBody,
    form: StreamForm,
    private readonly reader: AnswerReader,
    private readonly silence: Silence,
  ) {
    this.decoder = form === 'lines' ? new LineDecoder() : new EventStreamDecoder();
  }

  /** All text that has arrived since the last call, often ''; undefined at the end. @throws as `AnswerReader` */
  async next(): Promise<string | undefined> {
    const { body, reader, silence } = this;
    if (reader.isDone) return undefined;
    const bytes = await silence.during(body.read());
    const events = bytes ? this.decoder.decode(bytes) : this.decoder.end();
    if (!bytes && events.length === 0) return undefined;
    let text = '';
    for (const { data, event } of events) text += reader.readEvent(data, event);
    if (text !== '') silence.heardText();
    return text;
  }

  /** Frees the connection; the usage and the answer remain. */
  leave(): void {
    this.silence.end();
    this.body.leave();
  }

  get usage(): ModelUsage | undefined {
    return this.reader.usage;
  }

  /** @throws as `AnswerReader.end` */
  end(): ModelAnswer {
    return this.reader.end();
  }
}

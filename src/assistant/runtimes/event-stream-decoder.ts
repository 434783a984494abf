import { createParser, type EventSourceMessage, type ParseError } from 'eventsource-parser';

/**
 * An error that stands in a stream as it is: no field of an event is named so. One that is a text alone is the page of a
 * server that knows no such address (LM Studio), and no stream.
 */
const BARE_ERROR = /^\s*\{\s*"error"\s*:\s*\{/;

/** Finds the server-sent events in the bytes of a stream, however they are cut. */
export class EventStreamDecoder {
  private readonly decoder = new TextDecoder();
  private events: EventSourceMessage[] = [];
  private readonly parser = createParser({
    onEvent: (event) => void this.events.push(event),
    onError: (error) => this.readUnknown(error),
  });

  /** @returns the events that are now complete; events that arrived together are returned together */
  decode(bytes: Uint8Array): readonly EventSourceMessage[] {
    this.parser.feed(this.decoder.decode(bytes, { stream: true }));
    return this.taken();
  }

  /** An event without the blank line behind it was cut off, and counts as none. */
  end(): readonly EventSourceMessage[] {
    this.parser.reset({ consume: true });
    return this.taken();
  }

  /**
   * Servers that fail in the middle write an error without the form of an event: as a field of that name
   * (llama.cpp#16104), or as the JSON of a refusal (lemonade#2826).
   */
  private readUnknown({ field, value = '', line = '' }: ParseError): void {
    if (field === 'error') this.events.push({ event: 'error', data: value, id: undefined });
    else if (BARE_ERROR.test(line)) this.events.push({ event: 'error', data: line, id: undefined });
  }

  private taken(): readonly EventSourceMessage[] {
    const { events } = this;
    if (events.length > 0) this.events = [];
    return events;
  }
}

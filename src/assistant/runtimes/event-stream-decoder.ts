import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** Finds the server-sent events in the bytes of a stream, however they are cut. */
export class EventStreamDecoder {
  private readonly decoder = new TextDecoder();
  private events: EventSourceMessage[] = [];
  private readonly parser = createParser({ onEvent: (event) => void this.events.push(event) });

  /** @returns the events that are now complete; events that arrived together are returned together */
  decode(bytes: Uint8Array): readonly EventSourceMessage[] {
    this.parser.feed(this.decoder.decode(bytes, { stream: true }));
    const { events } = this;
    if (events.length > 0) this.events = [];
    return events;
  }

  /** An event without the blank line behind it was cut off, and counts as none. */
  end(): readonly EventSourceMessage[] {
    return [];
  }
}

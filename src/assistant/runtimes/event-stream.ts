import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** Server-sent events as they come: together those that came together. */
export async function* readEventStream(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly EventSourceMessage[]> {
  const decoder = new TextDecoder();
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield events.splice(0);
  }
}

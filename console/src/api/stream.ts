import { failureOf, unreachable } from './failure.js';

/** An event of an answer that is a stream. */
export interface StreamEvent {
  readonly kind: string;
  readonly data: unknown;
}

/** The result of a call that asked for `parseAs: 'stream'`. */
interface Streamed {
  readonly data?: ReadableStream<Uint8Array> | null;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The events of an answer to a POST, for which browsers have no `EventSource`. It ends with the answer, or when the
 * caller aborts it.
 * @throws Failure when the call is refused, or no one answers
 */
export async function* eventsOf(call: Promise<Streamed>): AsyncGenerator<StreamEvent> {
  const { data, error, response } = await call.catch(() => {
    throw unreachable();
  });
  if (!response.ok || !data) throw failureOf(response, error);
  let rest = '';
  // Whole blocks only: one ends with an empty line, and may come in several pieces.
  for await (const text of piecesOf(data.pipeThrough(new TextDecoderStream() as Decoder))) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventIn(block);
      if (event) yield event;
    }
  }
}

type Decoder = ReadableWritablePair<string, Uint8Array>;

/** Not every browser lets a stream be iterated. */
async function* piecesOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Undefined for a comment, which only keeps the connection alive. */
function eventIn(block: string): StreamEvent | undefined {
  const lines = block.split('\n');
  const of = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [kind, data] = [of('event'), of('data')];
  return kind === undefined || data === undefined ? undefined : { kind, data: JSON.parse(data) as unknown };
}

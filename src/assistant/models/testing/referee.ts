import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RuntimeFailure } from '../../runtime.js';
import { EventStreamDecoder } from '../../runtimes/event-stream-decoder.js';
import type { ModelAnswer, ModelWire } from '../wire.js';

/*
 * The vendor's own SDK as the referee of a wire: the same recorded bytes, however they are cut, must be read alike. The
 * SDKs are dev dependencies, so only specs import them; here is what these specs share.
 */

/** One client's reading of a recorded answer. */
export interface Reading {
  /** The text as it came, piece by piece. */
  readonly shown: string;
  /** Undefined when the client took the answer for failed. */
  readonly answer: Pick<ModelAnswer, 'text' | 'calls' | 'stop' | 'usage'> | undefined;
}

/** A vendor's streamed answer as it came over the line. */
export interface Recording {
  /** Without the ending, for the title of a test. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const RECORDINGS = join(import.meta.dirname, 'recordings');
const MAX_PARTS = 10_000;

/** All recordings of a vendor, by name: `recordings/<vendor>/<name>.sse`. */
export function recordingsOf(vendor: string): Recording[] {
  const folder = join(RECORDINGS, vendor);
  return readdirSync(folder)
    .toSorted()
    .map((file) => ({
      name: file.replace(/\.\w+$/, ''),
      bytes: new Uint8Array(readFileSync(join(folder, file))),
    }));
}

/** @throws what is no fault of the model: a reader reports all those as RuntimeFailure */
export function readByUs(wire: ModelWire, parts: Iterable<Uint8Array>): Reading {
  const reader = wire.reader(MAX_PARTS);
  const decoder = new EventStreamDecoder();
  let shown = '';
  try {
    for (const bytes of parts)
      for (const { data, event } of decoder.decode(bytes)) shown += reader.readEvent(data, event);
    shown += reader.rest?.() ?? '';
    const { text, calls, stop, usage } = reader.end();
    return { shown, answer: { text, calls, stop, usage } };
  } catch (error) {
    if (error instanceof RuntimeFailure) return { shown, answer: undefined };
    throw error;
  }
}

/** A `fetch` for the vendor's client: answers each call with these bytes, and reaches no network. */
export function fetchOf(parts: readonly Uint8Array<ArrayBuffer>[]): typeof fetch {
  return async () => {
    const body = new ReadableStream({
      start: (controller) => {
        for (const bytes of parts) controller.enqueue(bytes);
        controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}

import type { EventSourceMessage } from 'eventsource-parser';
import type { AdminClient } from './admin-client.js';
import { plainJson } from '../output/text.js';

export type { EventSourceMessage };

export interface FollowOptions {
  /** The id of the last event that is known already. */
  readonly lastId?: string | undefined;
  /** The stream is the answer to a POST with this body. */
  readonly body?: object | undefined;
  readonly signal: AbortSignal;
  readonly show: (event: EventSourceMessage) => void;
}

/** Shows the events of a stream until the signal aborts or the gateway ends it. Throws CliFailure when it does not begin. */
export async function follow(
  admin: AdminClient,
  path: string,
  { lastId, body, signal, show }: FollowOptions,
): Promise<void> {
  const { createParser } = await import('eventsource-parser');
  const parser = createParser({ onEvent: show });
  const decoder = new TextDecoder();
  const headers = { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) };
  for await (const bytes of admin.stream(path, { more: headers, signal, body }))
    parser.feed(decoder.decode(bytes, { stream: true }));
}

/** One JSON object a line, so that a program can read the events as they come. */
export const jsonLine = ({ id, event, data }: EventSourceMessage): string =>
  plainJson({ id: id ?? null, event: event ?? 'message', data: JSON.parse(data) as unknown });

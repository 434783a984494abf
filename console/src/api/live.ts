import { signal } from '@preact/signals';
import { ADMIN_API } from './base.js';
import { type Connection, follow } from './shared-stream.js';

/**
 * The kinds of events of `GET /events`. Those in the second line only say that something has changed. `gap`: such a one
 * may have been missed, so everything that is shown must be read again.
 */
const KINDS = [
  ...(['message', 'pairing', 'decision', 'hold', 'approval', 'grant', 'user', 'audit'] as const),
  ...(['event', 'delivery', 'account', 'alert', 'loop', 'gap'] as const),
] as const;
export type LiveKind = (typeof KINDS)[number];

export const connection = signal<Connection>({ state: 'connecting', since: Date.now() });

const listeners = new Set<(kind: LiveKind) => void>();

/** @returns ends the listening */
export function listen(listener: (kind: LiveKind) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Follows the events as long as someone is signed in. */
export function followEvents(until: AbortSignal): void {
  const onEvent = ({ kind }: { readonly kind: string }) => {
    for (const listener of listeners) listener(kind as LiveKind);
  };
  const onConnection = (now: Connection) => void (connection.value = now);
  follow({ url: `${ADMIN_API}/events`, kinds: KINDS, onConnection, onEvent }, until);
}

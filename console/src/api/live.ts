import { signal } from '@preact/signals';
import { ADMIN_API, CONSOLE } from './base.js';
import { resume } from './session.js';

/** The kinds of events of `GET /events` that the gateway may send. */
const KINDS = ['message', 'pairing', 'hold', 'audit', 'delivery', 'account', 'alert', 'event'] as const;
/** `gap`: something may have been missed, so what is shown must be read again. */
export type LiveKind = (typeof KINDS)[number] | 'gap';

export interface LiveEvent {
  readonly kind: LiveKind;
  readonly data: unknown;
}

export interface Connection {
  readonly state: 'connecting' | 'open' | 'lost';
  /** Since when. */
  readonly since: number;
}

type Told = { readonly connection: Connection } | { readonly event: LiveEvent } | { readonly isAsking: true };

export const connection = signal<Connection>({ state: 'connecting', since: Date.now() });

const LONGEST_PAUSE_MS = 15_000;
/** Tabs of one gateway; another one may be at another path of the same host. */
const NAME = `gatehouse-events ${CONSOLE.pathname}`;
const listeners = new Set<(event: LiveEvent) => void>();

/** @returns ends the listening */
export function listen(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Follows the events as long as somebody is signed in. Of all tabs of a browser one has the stream, and tells the others:
 * a browser opens six connections to a host. Without locks, which plain http lacks, each tab has its own.
 */
export function follow(signal: AbortSignal): void {
  const tabs = new BroadcastChannel(NAME);
  signal.addEventListener('abort', () => tabs.close());
  tabs.onmessage = ({ data }: MessageEvent<Told>) => hear(data, tabs);
  tabs.postMessage({ isAsking: true } satisfies Told);
  const lead = () => stream(signal, (told) => tell(told, tabs));
  const locks = (navigator as Partial<Navigator>).locks;
  if (!locks) void lead();
  else void locks.request(NAME, { signal }, lead).catch(() => undefined);
}

let isLeading = false;

function hear(told: Told, tabs: BroadcastChannel): void {
  if ('isAsking' in told) {
    if (isLeading) tabs.postMessage({ connection: connection.value } satisfies Told);
  } else take(told);
}

function tell(told: Told, tabs: BroadcastChannel): void {
  take(told);
  tabs.postMessage(told);
}

function take(told: Told): void {
  if ('connection' in told) connection.value = told.connection;
  else if ('event' in told) for (const listener of listeners) listener(told.event);
}

/** Opens the stream again whenever it ends. What a browser reconnects by itself resumes where it was. */
async function stream(signal: AbortSignal, send: (told: Told) => void): Promise<void> {
  isLeading = true;
  let pause = 500;
  while (!signal.aborted) {
    const wasOpen = await once(signal, send);
    // Nothing is asked of a session that is about to end.
    if (isAborted(signal)) break;
    pause = wasOpen ? 500 : Math.min(pause * 2, LONGEST_PAUSE_MS);
    // A session that has ended shows the form for the token.
    await resume().catch(() => undefined);
    await sleep(pause, signal);
  }
  isLeading = false;
}

const isAborted = (signal: AbortSignal): boolean => signal.aborted;

/** @returns once the browser gives the connection up: whether it was ever open */
function once(signal: AbortSignal, send: (told: Told) => void): Promise<boolean> {
  return new Promise((done) => {
    const source = new EventSource(`${ADMIN_API}/events`);
    let wasOpen = false;
    const end = () => {
      source.close();
      done(wasOpen);
    };
    source.onopen = () => {
      // Events since the lists were read, or since the last connection, may have been missed.
      send({ event: { kind: 'gap', data: undefined } });
      wasOpen = true;
      send({ connection: { state: 'open', since: Date.now() } });
    };
    source.onerror = () => {
      if (connection.value.state !== 'lost') send({ connection: { state: 'lost', since: Date.now() } });
      if (source.readyState === EventSource.CLOSED) end();
    };
    for (const kind of KINDS)
      source.addEventListener(kind, ({ data }: MessageEvent<string>) =>
        send({ event: { kind, data: JSON.parse(data) as unknown } }),
      );
    signal.addEventListener('abort', end, { once: true });
  });
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
    signal.addEventListener('abort', () => done(), { once: true });
  });
}

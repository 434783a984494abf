import { CONSOLE } from './base.js';
import { checkSession } from './session.js';

export interface Connection {
  readonly state: 'connecting' | 'open' | 'lost';
  /** Since when. */
  readonly since: number;
}

/** An event of a stream as it arrived. */
export interface Told {
  readonly kind: string;
  readonly data: unknown;
}

export interface SharedStream {
  readonly url: string;
  readonly kinds: readonly string[];
  /** The number of streams of one group that are open at once; the others wait. */
  readonly group?: { readonly name: string; readonly most: number };
  readonly onConnection: (connection: Connection) => void;
  readonly onEvent: (event: Told) => void;
}

type Call = { readonly connection: Connection } | { readonly event: Told } | { readonly isAsking: true };
type Send = (call: Call) => void;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Follows a stream of server-sent events until it is aborted. Of all tabs of a browser that want the same one, one has it,
 * and tells the others: a browser opens six connections to a host. When that tab ends, in any way, its lock is free,
 * and another one opens the stream. Without locks, which plain http lacks, each tab has its own.
 */
export function follow(stream: SharedStream, signal: AbortSignal): void {
  const locks = (navigator as Partial<Navigator>).locks;
  const take = (call: Call) => {
    if ('connection' in call) stream.onConnection(call.connection);
    else if ('event' in call) stream.onEvent(call.event);
  };
  if (!locks) return void keepOpen(stream, signal, take);
  // Tabs of one gateway; another one may be at another path of the same host.
  const name = `gatehouse ${CONSOLE.pathname} ${stream.url}`;
  const tabs = tabsOf(name, signal, take);
  const lead = () => inGroup(locks, stream.group, signal, () => keepOpen(stream, signal, tabs.tell));
  locks.request(name, { signal }, lead).catch(() => undefined);
}

/** The other tabs with the same stream; one that begins asks the one that has it how it stands. */
function tabsOf(name: string, signal: AbortSignal, take: Send): { readonly tell: Send } {
  const others = new BroadcastChannel(name);
  let known: Connection | undefined;
  others.onmessage = ({ data }: MessageEvent<Call>) => {
    if (!('isAsking' in data)) take(data);
    else if (known) others.postMessage({ connection: known } satisfies Call);
  };
  signal.addEventListener('abort', () => others.close());
  others.postMessage({ isAsking: true } satisfies Call);
  return {
    tell: (call) => {
      if (signal.aborted) return;
      if ('connection' in call) known = call.connection;
      take(call);
      others.postMessage(call);
    },
  };
}

/** Works while it has one of the places of the group. */
async function inGroup(
  locks: LockManager,
  group: SharedStream['group'],
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  if (!group) return work();
  const found = new AbortController();
  const places = Array.from({ length: group.most }, (_, place) =>
    locks
      .request(`${group.name} ${place}`, { signal: AbortSignal.any([signal, found.signal]) }, () => {
        // Two may have become free at once.
        if (found.signal.aborted) return undefined;
        found.abort();
        return work();
      })
      .catch(() => undefined),
  );
  await Promise.all(places);
}

/** Opens the stream again whenever it ends. What a browser reconnects by itself resumes where it was. */
async function keepOpen(stream: SharedStream, signal: AbortSignal, send: Send): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  let lostAt: number | undefined;
  const sendState = (state: Connection['state']) => {
    // One that is lost stays so, since when it was, until it is open again.
    if (state === 'lost') lostAt ??= Date.now();
    else lostAt = undefined;
    send({ connection: { state, since: lostAt ?? Date.now() } });
  };
  while (!signal.aborted) {
    const wasOpen = await once(stream, signal, { send, sendState });
    // Nothing is asked of a session that is about to end.
    if (isAborted(signal)) return;
    pause = wasOpen ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
    // A session that has ended shows the form for the token.
    await checkSession().catch(() => undefined);
    await sleep(pause, signal);
  }
}

const isAborted = (signal: AbortSignal): boolean => signal.aborted;

interface Teller {
  readonly send: Send;
  readonly sendState: (state: Connection['state']) => void;
}

/** @returns once the browser gives the connection up: whether it was ever open */
function once(
  { url, kinds }: SharedStream,
  signal: AbortSignal,
  { send, sendState }: Teller,
): Promise<boolean> {
  return new Promise((done) => {
    const source = new EventSource(url);
    let wasOpen = false;
    const end = () => {
      source.close();
      signal.removeEventListener('abort', end);
      done(wasOpen);
    };
    source.onopen = () => {
      wasOpen = true;
      sendState('open');
    };
    source.onerror = () => {
      sendState('lost');
      if (source.readyState === EventSource.CLOSED) end();
    };
    for (const kind of kinds)
      source.addEventListener(kind, ({ data }: MessageEvent<string>) =>
        send({ event: { kind, data: JSON.parse(data) as unknown } }),
      );
    signal.addEventListener('abort', end);
  });
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      done();
    }
    signal.addEventListener('abort', end);
  });
}

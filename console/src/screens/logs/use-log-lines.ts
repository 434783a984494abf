import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { ADMIN_API } from '../../api/base.js';
import { answer, api, type Schemas } from '../../api/client.js';
import { type Failure, toFailure } from '../../api/failure.js';
import { isSigningOut } from '../../api/session.js';
import { type Connection, follow } from '../../api/shared-stream.js';
import { type Arrival, type Entry, LogRecord } from './log-record.js';

export const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

export interface LogFilter {
  readonly level: (typeof LEVELS)[number];
  /** An id; empty for all. */
  readonly event: string;
  readonly conversation: string;
}

interface Found {
  /** Undefined until the log is read. */
  readonly entries: readonly Entry[] | undefined;
  readonly replicas: Schemas['LogReplicasDto'] | undefined;
  readonly failure: Failure | undefined;
  /** How the stream stands; undefined while the log is not followed. */
  readonly connection: Connection | undefined;
}

const PAGE = 200;
/** The tabs of a browser follow at most so many parts of the log: of its six connections, others are needed too. */
const MOST_STREAMS = 3;
const NOTHING: Found = { entries: undefined, replicas: undefined, failure: undefined, connection: undefined };

/** Shows the last lines, and follows the log while the page is visible and not paused. */
export function useLogLines({ level, event, conversation }: LogFilter, isPaused: boolean): Found {
  const [found, setFound] = useState(NOTHING);
  const follower = useMemo(() => {
    const query = { level, ...(event && { event }), ...(conversation && { conversation }) };
    return new Follower(query, setFound);
  }, [level, event, conversation]);
  const isEnding = isSigningOut.value;
  useLayoutEffect(() => {
    if (isPaused || isEnding) return;
    const look = () => (document.hidden ? follower.stop() : follower.start());
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      follower.stop();
    };
  }, [follower, isPaused, isEnding]);
  return found;
}

type Query = Readonly<Partial<LogFilter>>;

class Follower {
  private readonly record = new LogRecord();
  private arrived: Arrival[] = [];
  private stopper: AbortController | undefined;
  private found = NOTHING;

  constructor(
    private readonly query: Query,
    private readonly tell: (found: Found) => void,
  ) {}

  start(): void {
    if (this.stopper) return;
    this.stopper = new AbortController();
    const { signal } = this.stopper;
    this.show({ connection: { state: 'connecting', since: Date.now() } });
    // The stream may have to wait for a place, or for the gateway; the page has what there is meanwhile.
    void this.read(signal);
    follow(
      {
        url: `${ADMIN_API}/logs?${new URLSearchParams(this.query).toString()}`,
        kinds: ['log', 'gap'],
        group: { name: 'gatehouse-logs', most: MOST_STREAMS },
        onConnection: (connection) => {
          this.show({ connection });
          // Lines may have been written since the last reading.
          if (connection.state === 'open') void this.read(signal);
        },
        onEvent: ({ data }) => this.collect(data as Arrival),
      },
      signal,
    );
  }

  stop(): void {
    this.stopper?.abort();
    this.stopper = undefined;
    this.add();
    this.show({ connection: undefined });
  }

  private async read(signal: AbortSignal): Promise<void> {
    try {
      // The contract has the stream as a second form of the answer.
      const call = answer(api.GET('/logs', { params: { query: { ...this.query, limit: PAGE } } }));
      const { items, next_cursor, replicas } = (await call) as Schemas['LogPageDto'];
      if (signal.aborted) return;
      this.record.addPage(items, next_cursor === null);
      this.show({ replicas, failure: undefined, entries: this.record.entries });
    } catch (error) {
      if (!signal.aborted) this.show({ failure: toFailure(error) });
    }
  }

  /** All that arrives until the next frame is shown with it. */
  private collect(arrival: Arrival): void {
    if (this.arrived.length === 0) requestAnimationFrame(() => this.add());
    this.arrived.push(arrival);
  }

  private add(): void {
    if (this.arrived.length === 0) return;
    this.record.addNew(this.arrived);
    this.arrived = [];
    this.show({ entries: this.record.entries });
  }

  private show(change: Partial<Found>): void {
    this.found = { ...this.found, ...change };
    this.tell(this.found);
  }
}

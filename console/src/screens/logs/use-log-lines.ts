import { useEffect, useState } from 'preact/hooks';
import { ADMIN_API } from '../../api/base.js';
import { answer, api, type Schemas } from '../../api/client.js';
import { type Failure, toFailure } from '../../api/failure.js';

export type Line = Schemas['LogLineDto'];

export const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

export interface LogFilter {
  readonly level: (typeof LEVELS)[number];
  /** An id; empty for all. */
  readonly event: string;
  readonly conversation: string;
}

interface Found {
  readonly lines: readonly Line[];
  readonly replicas: Schemas['LogReplicasDto'] | undefined;
  readonly failure: Failure | undefined;
}

const MOST_LINES = 500;
/** Lines written between the reading of a page and the begin of the stream; doubles are dropped by their ids. */
const OVERLAP = '30s';
const NOTHING: Found = { lines: [], replicas: undefined, failure: undefined };

/** Reads the last lines, and follows the log while the page is visible and not paused. */
export function useLogLines({ level, event, conversation }: LogFilter, isPaused: boolean): Found {
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (isPaused) return;
    const query = { level, ...(event && { event }), ...(conversation && { conversation }) };
    const follower = new Follower(query, setFound);
    const follow = () => (document.hidden ? follower.stop() : follower.start());
    follow();
    // Each stream is one of the six connections that a browser has to a host.
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      follower.stop();
    };
  }, [level, event, conversation, isPaused]);
  return found;
}

type Query = Readonly<Partial<LogFilter>>;

class Follower {
  private source: EventSource | undefined;
  private lines: readonly Line[] = [];
  private arrived: Line[] = [];
  private replicas: Found['replicas'];
  private isRunning = false;

  constructor(
    private readonly query: Query,
    private readonly tell: (found: Found) => void,
  ) {}

  start(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    void this.read();
  }

  stop(): void {
    this.isRunning = false;
    this.source?.close();
  }

  private async read(): Promise<void> {
    try {
      // The contract has the stream as a second form of the answer.
      const call = answer(api.GET('/logs', { params: { query: { ...this.query, limit: 200 } } }));
      const page = (await call) as Schemas['LogPageDto'];
      this.replicas = page.replicas;
      this.lines = page.items;
      this.show();
      if (this.isRunning) this.follow();
    } catch (error) {
      this.tell({ lines: this.lines, replicas: this.replicas, failure: toFailure(error) });
    }
  }

  private follow(): void {
    const query = new URLSearchParams({ ...this.query, since: OVERLAP }).toString();
    this.source = new EventSource(`${ADMIN_API}/logs?${query}`);
    this.source.addEventListener('log', ({ data }: MessageEvent<string>) => {
      if (this.arrived.length === 0) requestAnimationFrame(() => this.add());
      this.arrived.push(JSON.parse(data) as Line);
    });
  }

  /** All that has arrived since the last frame. */
  private add(): void {
    const known = new Set(this.lines.map(({ id }) => id));
    const fresh = this.arrived.filter(({ id }) => !known.has(id)).reverse();
    this.arrived = [];
    this.lines = [...fresh, ...this.lines].slice(0, MOST_LINES);
    if (fresh.length > 0) this.show();
  }

  private show(): void {
    if (this.isRunning) this.tell({ lines: this.lines, replicas: this.replicas, failure: undefined });
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../../common/index.js';
import { Database } from '../../../persistence/index.js';
import { type Hint, HINTS, ListMarks, type Marks } from './list-marks.service.js';

/** Each statement on PostgreSQL is a way to another process, and its listeners may wait for longer. */
const POLL_MS: Readonly<Record<Database['dialect'], number>> = { sqlite: 500, postgres: 1_000 };
/** Alerts that follow from a delivery or an account are seen with those; the others come with time. */
const ALERTS_EVERY_MS = 2_000;

type Listener = (hints: readonly Hint[]) => void;

/**
 * Tells what has changed since the look before, and reads the database only while there are listeners. Any replica sees
 * what another one has committed, and the path of a message does nothing for it (ADR 0103).
 */
@Injectable()
export class HintWatcher {
  private readonly logger = new Logger('Events');
  private readonly listeners = new Set<Listener>();
  private known: Partial<Marks> = {};
  private alertsReadAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly marks: ListMarks,
    private readonly db: Database,
  ) {}

  /**
   * Called before a listener is told that it may read its lists: what changes from then on is told.
   * @throws DatabaseUnavailableError
   */
  async begin(): Promise<void> {
    if (!this.timer) this.known = await this.read();
  }

  /** @returns the function that stops it */
  follow(listener: Listener): () => void {
    this.listeners.add(listener);
    this.timer ??= this.pollLater();
    return () => this.listeners.delete(listener);
  }

  private pollLater(): NodeJS.Timeout {
    return setTimeout(() => void this.poll(), POLL_MS[this.db.dialect]).unref();
  }

  /** The marks stay when the last listener leaves: another one may be about to follow. */
  private async poll(): Promise<void> {
    if (this.listeners.size === 0) return void (this.timer = undefined);
    try {
      this.compareWith(await this.read());
    } catch (error) {
      this.logger.debug(`cannot read recent changes: ${errorText(error)}`);
    }
    this.timer = this.pollLater();
  }

  private async read(): Promise<Marks> {
    const [lists, alerts] = await Promise.all([this.marks.ofLists(), this.alerts()]);
    return { ...lists, ...alerts };
  }

  private async alerts(): Promise<Pick<Marks, 'alert'>> {
    const { alert } = this.known;
    const now = performance.now();
    if (alert !== undefined && now - this.alertsReadAt < ALERTS_EVERY_MS) return { alert };
    this.alertsReadAt = now;
    return this.marks.ofAlerts();
  }

  private compareWith(now: Marks): void {
    const before = this.known;
    this.known = now;
    const hints = HINTS.filter((kind) => before[kind] !== now[kind]);
    if (hints.length > 0) for (const listener of this.listeners) listener(hints);
  }
}

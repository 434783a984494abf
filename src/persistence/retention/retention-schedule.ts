import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock, errorText } from '../../common/index.js';
import { setTimeout as delay } from 'node:timers/promises';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { RetentionConfig } from '../../config/index.js';
import { Database } from '../database/database.js';
import { deleteOldest } from './delete-oldest.js';
import { type DeletesOld, KEPT_FOR, type RetentionRule } from './kept-for.js';

/** Maximum rows per transaction: few enough that the wait of others is not noticeable. */
export const BATCH = 500;
const PAUSE_MS = 50;
const DAY_MS = 86_400_000;
const SCOPE = 'retention';

/** Deletes rows older than the settings allow, in small batches. */
@Injectable()
export class Retention {
  private readonly logger = new Logger('Retention');

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
    private readonly db: Database,
    private readonly config: RetentionConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs all rules once, until nothing old is left or `signal` aborts.
   * @throws errors of the database
   */
  async deleteOld(signal: AbortSignal): Promise<void> {
    for (const { metatype, instance } of this.discovery.getProviders()) {
      if (typeof metatype !== 'function') continue;
      const rule = this.reflector.get<RetentionRule | undefined>(KEPT_FOR, metatype);
      if (rule && !signal.aborted) await this.apply(rule, this.tableOf(rule, instance as DeletesOld), signal);
    }
  }

  private tableOf({ rows }: RetentionRule, repository: DeletesOld): DeletesOld {
    if (!rows) return repository;
    return {
      deleteOlderThan: (tx, before, limit) => deleteOldest(this.db.on(tx), rows, { before, limit }),
    };
  }

  private async apply({ what, days }: RetentionRule, table: DeletesOld, signal: AbortSignal): Promise<void> {
    const kept = days(this.config);
    if (kept === 0) return;
    const before = this.clock.now() - kept * DAY_MS;
    let total = 0;
    for (let isMore = true; isMore && !signal.aborted;) {
      const gone = await this.deleteBatch(table, before);
      total += gone;
      isMore = gone >= (table.atOnce ?? BATCH);
      if (isMore) await pause(signal);
    }
    if (total > 0) this.logger.log(`${what} older than ${ageText(kept)}: ${total} deleted`);
  }

  /** Concurrent replicas alternate batch by batch: harmless, and no deadlock. */
  private deleteBatch(table: DeletesOld, before: number): Promise<number> {
    return this.db.transaction(async (tx) => {
      await this.db.lockScope(tx, SCOPE);
      return table.deleteOlderThan(tx, before, table.atOnce ?? BATCH);
    });
  }
}

const ageText = (days: number): string =>
  days < 1 ? `${Math.round(days * 24)} h` : `${days} ${days === 1 ? 'day' : 'days'}`;

/** Lets other transactions run; ends early when aborted. */
const pause = (signal: AbortSignal) =>
  delay(PAUSE_MS, undefined, { ref: false, signal }).catch(() => undefined);

/** Delays the first run, because messages that waited for the start come first. */
const FIRST_MS = 5 * 60_000;
const EVERY_MS = 60 * 60_000;

/**
 * Runs the retention a few minutes after the start and then every hour, up to a fifth later so that replicas do not run
 * at the same time. It neither keeps the process alive nor outlasts its stop by more than a batch.
 */
@Injectable()
export class RetentionSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Retention');
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();

  constructor(private readonly retention: Retention) {}

  onApplicationBootstrap(): void {
    this.next(FIRST_MS);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.round;
  }

  private next(ms: number): void {
    if (this.stopping.signal.aborted) return;
    this.timer = setTimeout(
      () => {
        this.round = this.runOnce();
      },
      ms * (1 + Math.random() / 5),
    ).unref();
  }

  private async runOnce(): Promise<void> {
    try {
      await this.retention.deleteOld(this.stopping.signal);
    } catch (error) {
      this.logger.warn(`retention failed; next attempt in about an hour: ${errorText(error)}`);
    }
    this.next(EVERY_MS);
  }
}

import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { errorText } from '../../common/index.js';
import { Retention } from './retention.service.js';

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
      this.logger.warn(`retention failed, and runs again in about an hour: ${errorText(error)}`);
    }
    this.next(EVERY_MS);
  }
}

import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { errorText } from '../../common/index.js';
import { RollUp } from './roll-up.service.js';
import { MINUTE_MS } from './steps.js';

/** Rolls figures up every minute, up to a fifth later so that replicas take turns. */
@Injectable()
export class RollUpSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Figures');
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();

  constructor(private readonly rollUp: RollUp) {}

  onApplicationBootstrap(): void {
    this.next();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.round;
  }

  private next(): void {
    if (this.stopping.signal.aborted) return;
    this.timer = setTimeout(
      () => {
        this.round = this.runOnce();
      },
      MINUTE_MS * (1 + Math.random() / 5),
    ).unref();
  }

  private async runOnce(): Promise<void> {
    try {
      await this.rollUp.countNew(this.stopping.signal);
    } catch (error) {
      this.logger.warn(`figures could not be rolled up; trying again in a minute: ${errorText(error)}`);
    }
    this.next();
  }
}

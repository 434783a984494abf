import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { errorText } from '../common/index.js';
import { GatehouseConfig, WEBHOOKS } from '../config/index.js';
import type { NewsListener } from './news/news.js';
import { WebhookOutbox } from './outbox/webhook-outbox.service.js';
import { WebhookSender } from './sending/webhook-sender.service.js';
import { AuditLog } from '../access-control/index.js';
import { EventFollowers } from '../conversations/index.js';
import { Deliveries } from '../delivery/index.js';
import { PairingService } from '../pairing/index.js';

const REFRESH_MS = 5_000;

/** Has the program tell webhooks, and send to them, while any is configured. */
@Injectable()
export class WebhookStart implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('Webhooks');
  private work: Promise<void> = Promise.resolve();
  private isWorker = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: GatehouseConfig,
    private readonly outbox: WebhookOutbox,
    private readonly sender: WebhookSender,
    private readonly events: EventFollowers,
    private readonly pairing: PairingService,
    private readonly audit: AuditLog,
    private readonly deliveries: Deliveries,
  ) {}

  /** Before the first message can come in, so that none is missed. */
  async onModuleInit(): Promise<void> {
    this.config.onChange(() => this.follow());
    if (this.isConfigured) this.follow();
    await this.work;
  }

  /** Sends from now on; not called in a process that only serves the web. */
  start(): void {
    this.isWorker = true;
    this.follow();
  }

  onModuleDestroy(): void {
    this.endRefreshing();
  }

  private get isConfigured(): boolean {
    return this.config.get(WEBHOOKS).list.length > 0;
  }

  private follow(): void {
    this.work = this.work
      .then(() => (this.isConfigured ? this.begin() : this.end()))
      .catch((error: unknown) => this.logger.error(`webhooks could not be set up: ${errorText(error)}`));
  }

  /** The words for what happens are loaded only now. */
  private async begin(): Promise<void> {
    const { News } = await import('./news/news.js');
    this.listen(new News(this.outbox));
    await this.refresh();
    this.timer ??= setInterval(() => void this.refresh(), REFRESH_MS).unref();
    if (this.isWorker) this.sender.follow();
  }

  private end(): void {
    this.listen(undefined);
    this.endRefreshing();
    if (this.isWorker) this.sender.follow();
  }

  private endRefreshing(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Until it succeeds, messages are stored for one that is off too. */
  private async refresh(): Promise<void> {
    await this.outbox.refresh().catch((error: unknown) => {
      this.logger.debug(`states of webhooks cannot be read: ${errorText(error)}`);
    });
  }

  /** @param listener undefined = no one is told any more, and no source does anything for it */
  private listen(listener: NewsListener | undefined): void {
    this.events.follow(listener);
    this.pairing.onAsked(listener && ((tx, request) => listener.asked(tx, request)));
    this.audit.onEntry(listener && ((tx, actor, entry) => listener.audited(tx, actor, entry)));
    this.deliveries.onDead(listener && ((tx, delivery) => listener.dead(tx, delivery)));
  }
}

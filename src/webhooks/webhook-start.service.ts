import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { errorText } from '../common/index.js';
import { GatehouseConfig, WEBHOOKS } from '../config/index.js';
import { NewsSources } from './news/news-sources.service.js';
import { WebhookOutbox } from './outbox/webhook-outbox.service.js';
import { WebhookSender } from './sending/webhook-sender.service.js';

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
    private readonly sources: NewsSources,
    private readonly sender: WebhookSender,
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
    this.sources.tell(new News(this.outbox));
    await this.refresh();
    this.timer ??= setInterval(() => void this.refresh(), REFRESH_MS).unref();
    if (this.isWorker) this.sender.follow();
  }

  private end(): void {
    this.sources.tell(undefined);
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
}

import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { errorText, type ForgetsPeople, RemembersPeople } from '../../common/index.js';
import { GatehouseConfig, type WebhookConfig, WEBHOOKS } from '../../config/index.js';
import { type Candidacy, Leadership } from '../../persistence/index.js';
import { WebhookOutbox } from '../outbox/webhook-outbox.service.js';
import { WebhookPost } from './webhook-post.js';
import { WebhookRecords } from './webhook-records.service.js';
import { WebhookWorker } from './webhook-worker.js';

const GRACE_MS = 5_000;
const AGAIN_MS = 5_000;
const FORGET_EVERY_MS = 3_600_000;

interface Running {
  /** A webhook with another address gets another worker. */
  readonly url: string;
  readonly worker: WebhookWorker;
}

/**
 * Sends what waits for webhooks, on one replica. Two that think they are the one, for a moment, send a message twice,
 * with the same id.
 */
@RemembersPeople()
@Injectable()
export class WebhookSender implements OnModuleDestroy, ForgetsPeople {
  private readonly logger = new Logger('Webhooks');
  private readonly workers = new Map<string, Running>();
  private candidacy: Candidacy | undefined;
  private isOurs = false;
  private work: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private post: WebhookPost | undefined;

  constructor(
    private readonly config: GatehouseConfig,
    private readonly leadership: Leadership,
    private readonly records: WebhookRecords,
    outbox: WebhookOutbox,
  ) {
    outbox.onAdded(() => {
      for (const { worker } of this.workers.values()) worker.wake();
    });
  }

  /** The way to receivers; replaced in tests, before the start. */
  get wire(): WebhookPost {
    return (this.post ??= new WebhookPost(() => this.records.now()));
  }

  set wire(post: WebhookPost) {
    this.post = post;
  }

  /** Applies for the work; while no webhook is configured there is none. */
  follow(): void {
    const isNeeded = this.config.get(WEBHOOKS).list.length > 0;
    if (isNeeded) this.candidacy ??= this.leadership.campaign('webhooks', (isHeld) => this.setOurs(isHeld));
    this.apply();
    if (!isNeeded) this.resign();
  }

  /** Has a webhook, that an operator has changed something of, looked at now. */
  reload(id: string): void {
    this.workers.get(id)?.worker.reload();
  }

  /** A try that is under way ends; what was read to be sent after it is read again. */
  forgetPeople(): void {
    for (const { worker } of this.workers.values()) worker.forget();
  }

  async onModuleDestroy(): Promise<void> {
    this.resign();
    this.isOurs = false;
    this.apply();
    await this.work;
    clearTimeout(this.timer);
    await this.post?.close();
  }

  private resign(): void {
    const { candidacy } = this;
    this.candidacy = undefined;
    if (candidacy) this.work = this.work.then(() => candidacy.withdraw());
  }

  private setOurs(isHeld: boolean): void {
    this.isOurs = isHeld;
    this.apply();
  }

  private apply(): void {
    this.work = this.work
      .then(() => this.applyNow())
      .catch((error: unknown) => {
        this.logger.warn(`webhooks could not be set up: ${errorText(error)}`);
        this.applyLater(AGAIN_MS);
      });
  }

  private applyLater(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.apply(), ms).unref();
  }

  private async applyNow(): Promise<void> {
    const wanted = new Map(this.isOurs ? this.list.map((webhook) => [webhook.id, webhook]) : []);
    const gone = [...this.workers].filter(([id, { url }]) => wanted.get(id)?.url !== url);
    await Promise.all(gone.map(([id, running]) => this.end(id, running)));
    for (const webhook of wanted.values()) if (!this.workers.has(webhook.id)) await this.begin(webhook);
    if (wanted.size > 0) await this.forgetOthers();
  }

  private get list(): readonly WebhookConfig[] {
    return this.config.get(WEBHOOKS).list;
  }

  private async begin(webhook: WebhookConfig): Promise<void> {
    const { id, url } = webhook;
    await this.records.begin(webhook);
    const worker = new WebhookWorker({
      records: this.records,
      post: this.wire,
      webhook: () => this.list.find((each) => each.id === id && each.url === url),
      onError: (error) => this.logger.warn(`webhook ${id} waits for the database: ${errorText(error)}`),
    });
    this.workers.set(id, { url, worker });
  }

  private async end(id: string, { worker }: Running): Promise<void> {
    this.workers.delete(id);
    await worker.stop(GRACE_MS);
  }

  /** At every change of the list, and then from time to time. */
  private async forgetOthers(): Promise<void> {
    await this.records.forgetOthers(this.list.map(({ id }) => id));
    this.applyLater(FORGET_EVERY_MS);
  }
}

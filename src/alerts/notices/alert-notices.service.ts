import { Injectable, Logger } from '@nestjs/common';
import { SYSTEM } from '../../access-control/index.js';
import { ConnectorRegistry } from '../../channels/index.js';
import { errorText, GatehouseError } from '../../common/index.js';
import {
  ALERTS,
  type AlertTargetConfig,
  GatehouseConfig,
  type WebhookConfig,
  WEBHOOKS,
  type WebhookType,
} from '../../config/index.js';
import { ChannelHost } from '../../inbound/index.js';
import type { MessageOrder } from '../../conversations/index.js';
import { OperatorMessages } from '../../operator/index.js';
import type { Tx } from '../../persistence/index.js';
import { WebhookOutbox } from '../../webhooks/index.js';
import { isUp } from '../sources/account-alerts.service.js';

/** The messages of a notice that are ready for the outbox. */
export type Addressed = readonly (readonly MessageOrder[])[];

/** A notice for programs. */
export interface NoticeForWebhooks {
  readonly type: WebhookType & `alert.${string}`;
  readonly data: Readonly<Record<string, unknown>>;
}

/** No place of `alerts.to` could be found now, or all webhooks that are to be told are off. */
export class NobodyTold extends Error {}

type Place = AlertTargetConfig & { readonly channel: string; readonly target: string };

/** Brings notices on their way: into the outboxes of channels and of webhooks. */
@Injectable()
export class AlertNotices {
  private readonly logger = new Logger('Alerts');

  constructor(
    private readonly config: GatehouseConfig,
    private readonly registry: ConnectorRegistry,
    private readonly host: ChannelHost,
    private readonly messages: OperatorMessages,
    private readonly webhooks: WebhookOutbox,
  ) {}

  /** Whether anybody is to be told; a webhook that is off is, because it may be switched on. No I/O. */
  get isWanted(): boolean {
    const hasListener = () =>
      this.config
        .get(WEBHOOKS)
        .list.some((each) => each.wants('alert.raised') || each.wants('alert.cleared'));
    return this.config.get(ALERTS).to.length > 0 || hasListener();
  }

  /**
   * Addresses a notice to the places whose account is up. Where there are none, and no webhook that takes messages either, it
   * waits in the outbox of all others. May ask a remote which conversation a target names.
   * @throws NobodyTold
   */
  async address(message: string, type: NoticeForWebhooks['type']): Promise<Addressed> {
    const places = this.config.get(ALERTS).to.filter(isPlace);
    const webhooks = this.webhooksFor(type).map(({ id }) => id);
    if (places.length === 0) {
      if (webhooks.length > 0 && !webhooks.some((id) => this.webhooks.isOn(id)))
        throw new NobodyTold(`webhooks that are off: ${webhooks.join(', ')}`);
      return [];
    }
    const reached = await this.upAmong(places);
    const hasWebhook = webhooks.some((id) => this.webhooks.isWell(id));
    const chosen = reached.length > 0 || hasWebhook ? reached : places;
    const tried = await Promise.all(chosen.map((place) => this.ordersFor(place, message)));
    const addressed = tried.filter((each) => typeof each !== 'string');
    const problems = tried.filter((each) => typeof each === 'string');
    if (addressed.length === 0 && !hasWebhook) throw new NobodyTold(problems.join('; '));
    for (const problem of problems) this.logger.warn(problem);
    return addressed;
  }

  /** Commits with the change that is told. */
  async send(tx: Tx, addressed: Addressed, { type, data }: NoticeForWebhooks): Promise<void> {
    for (const orders of addressed) await this.messages.put(tx, SYSTEM, orders);
    await this.webhooks.add(tx, { type, conversation: null, data });
    const named = this.webhooksFor(type).filter((webhook) => !webhook.wants(type));
    for (const { id } of named) await this.webhooks.add(tx, { type, conversation: null, data, only: id });
  }

  /** Those that list the type, and those of `alerts.to`. */
  private webhooksFor(type: WebhookType): readonly WebhookConfig[] {
    const { list } = this.config.get(WEBHOOKS);
    const named = new Set(this.config.get(ALERTS).to.flatMap(({ webhook }) => webhook ?? []));
    return list.filter((webhook) => named.has(webhook.id) || webhook.wants(type));
  }

  private async upAmong(places: readonly Place[]): Promise<readonly Place[]> {
    const states = await this.host.status();
    return places.filter((place) => {
      const account = this.accountOf(place);
      return account !== undefined && isUp(states.get(`${place.channel}/${account}`)?.status);
    });
  }

  private accountOf({ channel, account }: Place): string | undefined {
    try {
      return this.registry.accountNamed(channel, account).account;
    } catch {
      return undefined;
    }
  }

  /** @returns a text when the place cannot be found now */
  private async ordersFor(
    { channel, target, account }: Place,
    message: string,
  ): Promise<readonly MessageOrder[] | string> {
    try {
      return await this.messages.ordersOf({ channel, target, account, message });
    } catch (error) {
      const why = error instanceof GatehouseError ? error.details : errorText(error);
      return `a place of alerts.to on ${channel} cannot be told: ${why}`;
    }
  }
}

const isPlace = (entry: AlertTargetConfig): entry is Place =>
  entry.channel !== undefined && entry.target !== undefined;

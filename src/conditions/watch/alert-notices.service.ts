import { Injectable, Logger } from '@nestjs/common';
import { SYSTEM } from '../../access-control/index.js';
import { ConnectorRegistry } from '../../channels/index.js';
import { errorText, GatehouseError } from '../../common/index.js';
import { ALERTS, type AlertTargetConfig, GatehouseConfig, WEBHOOKS } from '../../config/index.js';
import { ChannelHost, isUp } from '../../inbound/index.js';
import type { MessageOrder } from '../../conversations/index.js';
import { OperatorMessages } from '../../operator/index.js';
import type { Tx } from '../../persistence/index.js';
import { WebhookOutbox } from '../../webhooks/index.js';
import { ALERT_CODES, type AlertChange, eventOf } from '../codes.js';
import type { EventData } from '../condition.js';

/** The messages of a notice that are ready for the outbox. */
export type Addressed = readonly (readonly MessageOrder[])[];

/** A notice for programs. */
export interface NoticeForWebhooks {
  readonly code: string;
  readonly change: AlertChange;
  readonly data: EventData;
  /** That of its own event; undefined where there is none. */
  readonly event: EventData | undefined;
  /** Its own event was told already, or is not over, by another alert. */
  readonly isOneMore: boolean;
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

  /** Whether anyone is to be told; a webhook that is off is, because it may be switched on. No I/O. */
  get isWanted(): boolean {
    return ALERT_CODES.some((code) => this.isWantedOf(code));
  }

  /** The same, of one code. */
  isWantedOf(code: string): boolean {
    const isWanted = (change: AlertChange) => this.webhooksFor(code, change).length > 0;
    return this.config.get(ALERTS).to.length > 0 || isWanted('raised') || isWanted('cleared');
  }

  /**
   * Addresses a notice to the places whose account is up. Where there are none, and no webhook that takes messages either, it
   * waits in the outbox of all others. May ask a remote which conversation a target names.
   * @throws NobodyTold
   */
  async address(message: string, code: string, change: AlertChange): Promise<Addressed> {
    const places = this.config.get(ALERTS).to.filter(isPlace);
    const webhooks = this.webhooksFor(code, change).map(({ id }) => id);
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
  async send(tx: Tx, addressed: Addressed, notice: NoticeForWebhooks): Promise<void> {
    for (const orders of addressed) await this.messages.put(tx, SYSTEM, orders);
    const { code, change, data, event, isOneMore } = notice;
    const own = event && eventOf(code, change);
    const all = this.webhooksFor(code, change, own !== undefined);
    const idsOf = (isOwn: boolean) => all.filter((each) => each.isOwn === isOwn).map(({ id }) => id);
    const conversation = null;
    if (own && !isOneMore)
      await this.webhooks.add(tx, { type: own, conversation, data: event, only: idsOf(true) });
    await this.webhooks.add(tx, { type: `alert.${change}`, conversation, data, only: idsOf(false) });
  }

  /** Those that list its own event, which are told by that alone, and otherwise those that list alerts or are in `alerts.to`. */
  private webhooksFor(
    code: string,
    change: AlertChange,
    hasEvent = true,
  ): readonly { readonly id: string; readonly isOwn: boolean }[] {
    const own = hasEvent ? eventOf(code, change) : undefined;
    const named = new Set(this.config.get(ALERTS).to.flatMap(({ webhook }) => webhook ?? []));
    return this.config.get(WEBHOOKS).list.flatMap((webhook) => {
      const isOwn = own !== undefined && webhook.wants(own);
      const isTold = isOwn || named.has(webhook.id) || webhook.wants(`alert.${change}`);
      return isTold ? [{ id: webhook.id, isOwn }] : [];
    });
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

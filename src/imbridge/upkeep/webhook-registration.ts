import { Logger } from '@nestjs/common';
import type { AccountId, ConnectorState } from '../../channels/index.js';
import { type Clock, errorText } from '../../common/index.js';
import type { BridgeClient } from '../service/client/bridge-client.js';
import { GROUP_EVENTS } from '../inbound/webhook-events.js';
import { IMBRIDGE } from '../ids/id.js';
import type { BridgeFailure } from '../service/client/result.js';
import {
  brings,
  carries,
  hasExactly,
  leadsTo,
  type ListedWebhook,
  listedWebhooks,
  pathOf,
} from './registered-webhooks.js';

/**
 * The events we subscribe to (wire 3.2); a single unknown name would make the bridge refuse the whole registration.
 * Typing indicators and read states of chats are left out: they have no effect here, and each would be a call.
 */
export const WEBHOOK_EVENTS = [
  'new-message',
  'updated-message',
  'message-send-error',
  ...GROUP_EVENTS,
  'hello-world',
] as const;

/**
 * The key of the address of our last registration, without the secret, by which its rows are still recognized as ours
 * after a move.
 */
const ADDRESS = 'webhookAddress';
/** The interval for checking a registration while the connection to the bridge stays open, ms. */
const LOOK_AGAIN_MS = 10 * 60_000;

/**
 * `by-hand`: a person has entered it, because only they know our address. `missing`: it is not entered yet. `failed`:
 * it will be retried.
 */
export type RegistrationOutcome = 'registered' | 'by-hand' | 'missing' | 'failed';

/**
 * The way in which the bridge's list differs from what should be in it: no webhook leads here, or one without our secret
 * or without some of our events, or several do, or one still leads to our last address.
 */
export type RegistrationFault = 'missing' | 'secret' | 'events' | 'several' | 'moved';

/** Our webhook in the bridge's list. */
export interface RegistrationView {
  /** The address to which ours should lead, without the secret; undefined where only a person knows the origin. */
  readonly address: string | undefined;
  /** The first one counts. */
  readonly faults: readonly RegistrationFault[];
  /** Webhooks with our path that lead to other programs. */
  readonly others: readonly ListedWebhook[];
}

export interface WebhookTarget {
  readonly account: AccountId;
  readonly path: string;
  readonly secret: string;
  /** The origin at which the bridge reaches us; undefined when only a person can know it. */
  origin(): Promise<string | undefined>;
}

/**
 * Registers our webhook with the bridge, and repairs the registration after a change of address, secret or events, when
 * the bridge has lost it, and when there are duplicates. Rows of others are never touched, and no row is ever logged,
 * because their URLs contain secrets (wire 2.9).
 */
export class WebhookRegistration {
  private readonly logger = new Logger(WebhookRegistration.name);
  private underWay: Promise<RegistrationOutcome> | undefined;
  private hasTold = false;
  private checkedAt = -Infinity;
  /** `BridgeClient.interruptions` at the last check. */
  private interruptions = 0;
  private isRepaired = false;
  private lastFailure: BridgeFailure | undefined;

  constructor(
    private readonly target: WebhookTarget,
    private readonly client: BridgeClient,
    private readonly state: ConnectorState,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether it is time to check: the registration failed, the bridge may have been restarted without its webhooks since
   * the last connection, or somebody may have deleted the row.
   */
  get isDue(): boolean {
    const isInterrupted = this.client.interruptions !== this.interruptions;
    return isInterrupted || this.clock.elapsed() - this.checkedAt >= LOOK_AGAIN_MS;
  }

  /** Whether the last check had to make the registration: what was written before it may not have been announced. */
  get hasRepaired(): boolean {
    return this.isRepaired;
  }

  /** The reason that the last attempt failed. */
  get failure(): BridgeFailure | undefined {
    return this.lastFailure;
  }

  /** Compares a list of the bridge with what should be in it; changes nothing, and asks nothing of the bridge. */
  async judge(listed: unknown): Promise<RegistrationView> {
    const all = listedWebhooks(listed);
    const rows = all.filter((row) => pathOf(row) === this.target.path);
    const origin = await this.target.origin();
    if (origin === undefined) return { address: undefined, ...this.judgeByHand(rows) };
    const address = origin + this.target.path;
    const before = await this.lastAddress();
    const own = all.filter((row) => leadsTo(row, ours(address, before)));
    return { address, faults: this.faultsOf(own, address), others: rows.filter((row) => !own.includes(row)) };
  }

  /** Concurrent callers share one run. Never throws. */
  ensure(): Promise<RegistrationOutcome> {
    this.underWay ??= this.attempt().finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  private async attempt(): Promise<RegistrationOutcome> {
    const { interruptions } = this.client;
    this.isRepaired = false;
    this.lastFailure = undefined;
    const origin = await this.target.origin();
    const outcome =
      origin === undefined ? await this.enteredByHand() : await this.registerAt(origin + this.target.path);
    this.checkedAt = outcome === 'failed' ? -Infinity : this.clock.elapsed();
    this.interruptions = interruptions;
    return outcome;
  }

  /** Accepts any origin, because the origin of a tunnel is unknown. */
  private async enteredByHand(): Promise<RegistrationOutcome> {
    this.tellOnce();
    const listed = await this.client.webhooks();
    if (!listed.ok) return this.failed(listed.failure);
    const isEntered = listedWebhooks(listed.data).some((row) => pathOf(row) === this.target.path);
    return isEntered ? 'by-hand' : 'missing';
  }

  private async registerAt(address: string): Promise<RegistrationOutcome> {
    const failure = await this.register(address);
    if (!failure) return 'registered';
    this.logger.warn(`webhook of ${this.target.account} not registered: ${failure.detail}`);
    return this.failed(failure);
  }

  private failed(failure: BridgeFailure): 'failed' {
    this.lastFailure = failure;
    return 'failed';
  }

  private async register(address: string): Promise<BridgeFailure | undefined> {
    const listed = await this.client.webhooks();
    if (!listed.ok) return listed.failure;
    const before = await this.lastAddress();
    const own = listedWebhooks(listed.data).filter((row) => leadsTo(row, ours(address, before)));
    const isRight = this.faultsOf(own, address).length === 0;
    const left = isRight ? undefined : await this.remove(own);
    if (left) return left;
    // Stored before the row is created, so that after a crash the next process recognises it as ours.
    if (before !== address) await this.remember(address);
    return isRight ? undefined : this.create(address, this.urlAt(address));
  }

  private urlAt(address: string): string {
    return `${address}?password=${encodeURIComponent(this.target.secret)}`;
  }

  /** The faults of the rows that are ours. */
  private faultsOf(own: readonly ListedWebhook[], address: string): readonly RegistrationFault[] {
    const here = own.filter((row) => leadsTo(row, [address]));
    const secret = here.filter((row) => row.url === this.urlAt(address));
    const faults: RegistrationFault[] = [];
    if (here.length === 0) faults.push('missing');
    else if (secret.length === 0) faults.push('secret');
    else if (!secret.some((row) => hasExactly(row, WEBHOOK_EVENTS))) faults.push('events');
    if (here.length > 1) faults.push('several');
    if (own.length > here.length) faults.push('moved');
    return faults;
  }

  /** Where only a person knows our origin, any origin may be ours. */
  private judgeByHand(rows: readonly ListedWebhook[]): Pick<RegistrationView, 'faults' | 'others'> {
    const own = rows.filter((row) => carries(row, this.target.secret));
    const others = own.length === 0 ? [] : rows.filter((row) => !own.includes(row));
    if (rows.length === 0) return { faults: ['missing'], others };
    if (own.length === 0) return { faults: ['secret'], others };
    return { faults: own.some((row) => brings(row, WEBHOOK_EVENTS)) ? [] : ['events'], others };
  }

  private async create(address: string, url: string): Promise<BridgeFailure | undefined> {
    const created = await this.client.createWebhook(url, WEBHOOK_EVENTS);
    if (!created.ok) return created.failure;
    this.isRepaired = true;
    this.logger.log(`webhook of ${this.target.account} registered with the bridge for ${address}`);
    return undefined;
  }

  private async remove(rows: readonly ListedWebhook[]): Promise<BridgeFailure | undefined> {
    for (const { id } of rows) {
      const deleted = await this.client.deleteWebhook(id);
      if (!deleted.ok && !(deleted.failure.kind === 'refused' && deleted.failure.status === 404))
        return deleted.failure;
    }
    return undefined;
  }

  /** If our own store fails, the only effect is that a row with an old address may stay. */
  private async lastAddress(): Promise<string | undefined> {
    try {
      return await this.state.get(IMBRIDGE, this.target.account, ADDRESS);
    } catch (error) {
      this.logger.warn(`last webhook address of ${this.target.account} not read: ${errorText(error)}`);
      return undefined;
    }
  }

  private async remember(address: string): Promise<void> {
    try {
      await this.state.set(IMBRIDGE, this.target.account, ADDRESS, address);
    } catch (error) {
      this.logger.warn(`webhook address of ${this.target.account} not noted: ${errorText(error)}`);
    }
  }

  private tellOnce(): void {
    if (this.hasTold) return;
    this.hasTold = true;
    this.logger.warn(
      `webhook of ${this.target.account} not registered: the bridge is on another machine and gateway.publicUrl is not set. ` +
        `Enter https://<gateway>${this.target.path}?password=<webhookSecret> in the bridge by hand, or set it.`,
    );
  }
}

/** The addresses at which a webhook is ours. */
const ours = (address: string, before: string | undefined): readonly string[] =>
  before === undefined ? [address] : [address, before];

import { Logger } from '@nestjs/common';
import type { AccountId, ConnectorState } from '../../channels/index.js';
import { type Clock, errorText } from '../../common/index.js';
import type { BridgeClient } from '../service/client/bridge-client.js';
import { IMBRIDGE } from '../ids/id.js';
import type { BridgeFailure } from '../service/client/result.js';
import { type ListedWebhook, listedWebhooks, pathOf } from './registered-webhooks.js';
import { judgeAt, judgeByHand, type RegistrationView, urlAt, WEBHOOK_EVENTS } from './registration-view.js';

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
   * the last connection, or someone may have deleted the row.
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
    const origin = await this.target.origin();
    if (origin === undefined) return judgeByHand(listedWebhooks(listed), this.target);
    const before = await this.lastAddress();
    return judgeAt(listedWebhooks(listed), this.target, { address: origin + this.target.path, before });
  }

  /** Concurrent callers share one run. Never throws. */
  ensure(): Promise<RegistrationOutcome> {
    this.underWay ??= this.attempt().finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  /** Resolves when no attempt is under way. */
  async atRest(): Promise<void> {
    await this.underWay;
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
    const { own, faults } = judgeAt(listedWebhooks(listed.data), this.target, { address, before });
    const isRight = faults.length === 0;
    const left = isRight ? undefined : await this.remove(own);
    if (left) return left;
    // Stored before the row is created, so that after a crash the next process recognises it as ours.
    if (before !== address) await this.remember(address);
    return isRight ? undefined : this.create(address, urlAt(address, this.target.secret));
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
      this.logger.warn(
        `could not read the last webhook address of ${this.target.account}: ${errorText(error)}`,
      );
      return undefined;
    }
  }

  private async remember(address: string): Promise<void> {
    try {
      await this.state.set(IMBRIDGE, this.target.account, ADDRESS, address);
    } catch (error) {
      this.logger.warn(`could not store the webhook address of ${this.target.account}: ${errorText(error)}`);
    }
  }

  private tellOnce(): void {
    if (this.hasTold) return;
    this.hasTold = true;
    this.logger.warn(
      `webhook of ${this.target.account} not registered: the bridge is on another machine, and neither webhookUrl nor gateway.publicUrl is set. ` +
        `Set one of them, or enter https://<gateway>${this.target.path}?password=<webhookSecret> in the bridge.`,
    );
  }
}

import { Logger } from '@nestjs/common';
import type { ImbridgeClient } from './imbridge.client.js';
import { listOf, numberOf, recordOf } from './imbridge.json.js';
import type { BridgeFailure } from './imbridge.result.js';

/** What we subscribe to (wire 3.2); one unknown name would refuse the whole registration. */
export const WEBHOOK_EVENTS = [
  'new-message',
  'updated-message',
  'message-send-error',
  'typing-indicator',
  'chat-read-status-changed',
  'group-name-change',
  'group-icon-changed',
  'group-icon-removed',
  'participant-added',
  'participant-removed',
  'participant-left',
  'hello-world',
] as const;

/** `by-hand`: a person has to enter it, because only they know our address. `failed`: to be tried again. */
export type RegistrationOutcome = 'registered' | 'by-hand' | 'failed';

export interface WebhookTarget {
  /** For the log. */
  readonly account: string;
  readonly path: string;
  readonly secret: string;
  /** The origin at which the bridge reaches us; undefined when only a person can know it. */
  origin(): Promise<string | undefined>;
}

/**
 * Registers our webhook with the bridge and repairs it: after a change of address, secret or events, after
 * the bridge lost it, after copies came about. Rows of others are never touched and no row is ever logged:
 * their URLs hold secrets (wire 2.9).
 */
export class WebhookRegistration {
  private readonly logger = new Logger(WebhookRegistration.name);
  private underWay: Promise<RegistrationOutcome> | undefined;
  private hasTold = false;

  constructor(
    private readonly target: WebhookTarget,
    private readonly client: ImbridgeClient,
  ) {}

  /** Callers meanwhile share the run. Never throws. */
  ensure(): Promise<RegistrationOutcome> {
    this.underWay ??= this.attempt().finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  private async attempt(): Promise<RegistrationOutcome> {
    const origin = await this.target.origin();
    if (origin === undefined) {
      this.tellOnce();
      return 'by-hand';
    }
    const failure = await this.register(origin + this.target.path);
    if (failure) this.logger.warn(`webhook of ${this.target.account} not registered: ${failure.detail}`);
    return failure ? 'failed' : 'registered';
  }

  private async register(address: string): Promise<BridgeFailure | undefined> {
    const url = `${address}?password=${encodeURIComponent(this.target.secret)}`;
    const listed = await this.client.webhooks();
    if (!listed.ok) return listed.failure;
    const own = listOf(listed.data).flatMap((row) => readRow(row, address));
    if (own.length === 1 && own[0]?.url === url && hasWantedEvents(own[0].events)) return undefined;
    for (const { id } of own) {
      const deleted = await this.client.deleteWebhook(id);
      if (!deleted.ok && !(deleted.failure.kind === 'refused' && deleted.failure.status === 404))
        return deleted.failure;
    }
    const created = await this.client.createWebhook(url, WEBHOOK_EVENTS);
    if (!created.ok) return created.failure;
    this.logger.log(`webhook of ${this.target.account} registered with the bridge for ${address}`);
    return undefined;
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

interface WebhookRow {
  readonly id: number;
  readonly url: string;
  readonly events: readonly unknown[];
}

/** The row when it is ours: same origin and path, whatever its query or credentials. */
function readRow(value: unknown, address: string): readonly WebhookRow[] {
  const row = recordOf(value);
  const id = numberOf(row?.id);
  if (!row || id === undefined || typeof row.url !== 'string') return [];
  return addressOf(row.url) === addressOf(address) ? [{ id, url: row.url, events: listOf(row.events) }] : [];
}

function addressOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed ? parsed.origin + parsed.pathname.replace(/\/+$/, '') : undefined;
}

function hasWantedEvents(events: readonly unknown[]): boolean {
  const names = new Set(events);
  return names.size === WEBHOOK_EVENTS.length && WEBHOOK_EVENTS.every((name) => names.has(name));
}

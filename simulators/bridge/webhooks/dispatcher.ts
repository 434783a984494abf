import { Agent } from 'node:http';
import type { Timers } from '../../common/timers.js';
import type { BridgeEvents } from '../common/events.js';
import type { BridgeFaults, WebhookFault } from '../common/faults.js';
import { post } from './http-post.js';
import type { WebhookBody, WebhookDelivery, WebhookRow } from '../common/types.js';
import type { WebhookRegistry } from './webhook-registry.js';

/** Default headers of the bridge's HTTP client; it adds no signature and no secret. */
const HEADERS = {
  accept: 'application/json, text/plain, */*',
  'content-type': 'application/json',
  'user-agent': 'axios/1.7.2',
};
const LOG_LIMIT = 10_000;
const HOLD_MS = 250;

interface Parts {
  readonly registry: WebhookRegistry;
  readonly faults: BridgeFaults;
  readonly events: BridgeEvents;
  readonly timers: Timers;
  /** Returns a message announced long ago, for the `old-first` fault. */
  readonly oldMessage: () => WebhookBody | undefined;
}

/**
 * Sends events to the registered webhooks: each at once, without waiting for the previous one, without
 * retry and without time-out (imbridge-wire 3.1).
 */
export class WebhookDispatcher {
  readonly log: WebhookDelivery[] = [];
  private readonly agent = new Agent({ keepAlive: true });
  private readonly held = new Map<number, WebhookBody[]>();
  private open = 0;

  constructor(private readonly parts: Parts) {}

  /** Number of attempts in progress. */
  get inFlight(): number {
    return this.open;
  }

  dispatch(body: WebhookBody): void {
    for (const hook of this.parts.registry.list()) {
      if (hook.events.includes(body.type) || hook.events.includes('*')) this.route(hook, body);
    }
  }

  /** Drops held events, as a process that ends loses its memory. */
  forget(): void {
    this.held.clear();
    this.agent.destroy();
  }

  private route(hook: WebhookRow, body: WebhookBody): void {
    const fault = this.parts.faults.webhooks.take({ body, webhookId: hook.id });
    if (fault?.kind === 'hold') {
      this.hold(hook, body, fault.forMs ?? HOLD_MS);
      return;
    }
    this.deliver(hook, body, fault);
    this.release(hook);
  }

  private deliver(hook: WebhookRow, body: WebhookBody, fault: WebhookFault | undefined): void {
    if (fault?.kind === 'drop') {
      this.record({ webhookId: hook.id, body, outcome: 'dropped' });
      return;
    }
    if (fault?.kind === 'delay') {
      this.parts.timers.after(fault.ms, () => this.send(hook, body));
      return;
    }
    const old = fault?.kind === 'old-first' ? this.parts.oldMessage() : undefined;
    if (old) this.send(hook, old);
    const copies = fault?.kind === 'repeat' ? fault.times : 1;
    for (let copy = 0; copy < copies; copy += 1) this.send(hook, body);
  }

  private hold(hook: WebhookRow, body: WebhookBody, forMs: number): void {
    this.held.set(hook.id, [...(this.held.get(hook.id) ?? []), body]);
    this.parts.timers.after(forMs, () => this.release(hook));
  }

  private release(hook: WebhookRow): void {
    const bodies = this.held.get(hook.id) ?? [];
    this.held.delete(hook.id);
    for (const body of bodies) this.send(hook, body);
  }

  private send(hook: WebhookRow, body: WebhookBody): void {
    this.open += 1;
    post(hook.url, { headers: HEADERS, body: JSON.stringify(body), agent: this.agent })
      .catch((): 'failed' => 'failed')
      .then((outcome) => {
        this.open -= 1;
        this.record({ webhookId: hook.id, body, outcome });
      })
      .catch(() => undefined);
  }

  private record(delivery: WebhookDelivery): void {
    this.log.push(delivery);
    if (this.log.length > LOG_LIMIT) this.log.shift();
    this.parts.events.emit('delivery', delivery);
    this.parts.events.emit('change');
  }
}

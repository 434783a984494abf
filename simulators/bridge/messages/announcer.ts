import type { Random } from '../../common/random.js';
import type { Timers } from '../../common/timers.js';
import type { WebhookDispatcher } from '../webhooks/dispatcher.js';
import type { BridgeStore } from './store.js';
import type { MessageRow, WebhookBody } from '../common/types.js';
import { webhookMessage } from './wire.js';

const EMITTED_MEMORY_MS = 60 * 60 * 1000;

interface Parts {
  readonly store: BridgeStore;
  readonly dispatcher: WebhookDispatcher;
  readonly timers: Timers;
  readonly random: Random;
  /** Lowest and highest delay of an echo in ms. */
  readonly echoDelayMs: readonly [number, number];
}

/** Chooses the event that announces a row, as the poller of the bridge does (imbridge-wire 3.4). */
export class Announcer {
  /** Guids that this process announced; the set is lost with the process. */
  private readonly emitted = new Set<string>();
  private running = false;

  constructor(private readonly parts: Parts) {}

  start(): void {
    this.running = true;
    this.post({ type: 'hello-world', data: null });
  }

  stop(): void {
    this.running = false;
    this.emitted.clear();
  }

  /** Sends the body to every webhook registered for its type; does nothing while the bridge is down. */
  post(body: WebhookBody): void {
    if (this.running) this.parts.dispatcher.dispatch(body);
  }

  newMessage(row: MessageRow, tempGuid?: string): void {
    this.emitted.add(row.guid);
    this.post({ type: 'new-message', data: webhookMessage(row, { chats: true, tempGuid }) });
  }

  /**
   * Announces a changed row. A row that this process never announced, or announced more than an hour ago, is sent
   * as `new-message` again: gateways must survive this replay.
   */
  changed(row: MessageRow): void {
    const isKnown = this.emitted.has(row.guid) && Date.now() - row.dateCreated < EMITTED_MEMORY_MS;
    if (!isKnown) {
      this.newMessage(row);
      return;
    }
    this.post({ type: 'updated-message', data: webhookMessage(row, { chats: false }) });
  }

  /** Sends both echoes of an API send in random order; only one contains the tempGuid. */
  echo(row: MessageRow): void {
    const { random, timers } = this.parts;
    const delays = [this.delay(), this.delay()].sort((a, b) => a - b);
    const tempGuids = random.chance(0.5) ? [row.tempGuid, undefined] : [undefined, row.tempGuid];
    delays.forEach((ms, index) => timers.after(ms, () => this.newMessage(row, tempGuids[index])));
  }

  /** Announces a group change twice: as its own event and as a `new-message` with the same guid. */
  groupChange(row: MessageRow, type: string): void {
    const participants = type !== 'group-name-change';
    const own = (): void => this.post({ type, data: webhookMessage(row, { chats: true, participants }) });
    const twin = (): void => this.newMessage(row);
    const both = this.parts.random.chance(0.5) ? [own, twin] : [twin, own];
    for (const each of both) each();
  }

  sendError(row: MessageRow): void {
    const { tempGuid } = row;
    this.post({ type: 'message-send-error', data: webhookMessage(row, { chats: true, tempGuid }) });
  }

  /** A random message of the database, as `new-message`. */
  oldMessage(): WebhookBody | undefined {
    const row = this.parts.random.pick(this.parts.store.messages);
    return row && { type: 'new-message', data: webhookMessage(row, { chats: true }) };
  }

  /** Random time until the poller notices a change. */
  delay(): number {
    return this.parts.random.between(...this.parts.echoDelayMs);
  }

  get delayRange(): readonly [number, number] {
    return this.parts.echoDelayMs;
  }
}

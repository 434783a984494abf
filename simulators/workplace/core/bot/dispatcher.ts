import type { Timers } from '../../../common/timers.js';
import type { Clock } from '../../common/clock.js';
import type { WorkplaceEvents } from '../../common/events.js';
import type { DeliveryFault, WorkplaceFaults } from '../faults.js';
import type { Ids } from '../../common/ids.js';
import type { Limits } from '../../common/limits.js';
import type { ChannelSigner } from '../login/channel-signer.js';
import type { Activity, BotAnswer, Delivery } from '../../common/types.js';
import { callBot } from './bot-call.js';

const LOG_LIMIT = 10_000;
const HOLD_MS = 250;

interface Parts {
  readonly signer: ChannelSigner;
  readonly faults: WorkplaceFaults;
  readonly events: WorkplaceEvents;
  readonly timers: Timers;
  readonly limits: Limits;
  readonly ids: Ids;
  readonly clock: Clock;
}

/**
 * Delivers activities to the bot's endpoint, each at once and independently of the others, and repeats one when its
 * answer is late or 5xx (workchat-wire 1.18), which causes duplicates.
 */
export class Dispatcher {
  readonly log: Delivery[] = [];
  /** Ids of all activities sent to the bot, including events and button presses. */
  readonly told = new Set<string>();
  /** The bot's messaging endpoint; undefined when none is configured. */
  endpoint: string | undefined;
  private readonly held: Activity[] = [];
  private life = new AbortController();
  private open = 0;

  constructor(private readonly parts: Parts) {}

  /** Number of activities in progress. */
  get inFlight(): number {
    return this.open;
  }

  /** Resolves with the answer to the last attempt; undefined when there was none. */
  async deliver(activity: Activity): Promise<BotAnswer | undefined> {
    const fault = this.parts.faults.deliveries.take(activity);
    if (fault?.kind === 'hold') {
      this.hold(activity, fault.forMs ?? HOLD_MS);
      return undefined;
    }
    const answer = await this.counted(() => this.pass(activity, fault));
    this.release();
    return answer;
  }

  /** Like `deliver`, for callers that do not wait. */
  post(activity: Activity): void {
    this.deliver(activity).catch(() => undefined);
  }

  /** Drops activities in progress or held back, as when a process ends. */
  forget(): void {
    this.held.length = 0;
    this.life.abort();
    this.life = new AbortController();
  }

  private async pass(activity: Activity, fault: DeliveryFault | undefined): Promise<BotAnswer | undefined> {
    if (fault?.kind === 'drop') {
      this.record({ activity, attempt: 1, outcome: 'dropped', answer: undefined });
      return undefined;
    }
    if (fault?.kind === 'delay') await this.pause(fault.ms);
    const { times: copies, afterMs = 0 } = fault?.kind === 'repeat' ? fault : { times: 1 };
    const answers = await Promise.all(
      Array.from({ length: copies }, (_none, copy) => this.sendLater(activity, copy * afterMs)),
    );
    return answers[0];
  }

  private async sendLater(activity: Activity, ms: number): Promise<BotAnswer | undefined> {
    const { life } = this;
    if (ms > 0) await this.pause(ms);
    return life.signal.aborted ? undefined : this.send(activity);
  }

  /** Ends at once when the simulated process stops. */
  private pause(ms: number): Promise<void> {
    const { signal } = this.life;
    return new Promise((resolve) => {
      this.parts.timers.after(ms, resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  private hold(activity: Activity, forMs: number): void {
    this.held.push(activity);
    this.parts.timers.after(forMs, () => this.release());
  }

  private release(): void {
    for (const activity of this.held.splice(0)) this.send(activity).catch(() => undefined);
  }

  private send(activity: Activity): Promise<BotAnswer | undefined> {
    if (activity.id !== undefined) this.told.add(activity.id);
    return this.counted(() => this.attempts(activity));
  }

  /** Counts a waiting copy as in progress: the dispatcher must not seem idle between two copies. */
  private async counted<T>(work: () => Promise<T>): Promise<T> {
    this.open += 1;
    try {
      return await work();
    } finally {
      this.open -= 1;
      this.parts.events.emit('change');
    }
  }

  private async attempts(activity: Activity): Promise<BotAnswer | undefined> {
    const { limits } = this.parts;
    const isInvoke = activity.type === 'invoke';
    const last = 1 + (isInvoke ? limits.invokeRepeats : limits.messageRepeats);
    for (let attempt = 1; ; attempt += 1) {
      const { life } = this;
      const delivery = await this.attempt(this.formOf(activity, attempt), attempt);
      if (attempt === last || isOver(life) || !isRepeated(delivery)) return delivery.answer;
      await this.pause(limits.repeatDelayMs);
      if (isOver(life)) return delivery.answer;
    }
  }

  /**
   * A repeat has the same id. The third attempt of an invoke comes from the client, which repeats it with a new id and
   * time: seen in microsoft/botbuilder-dotnet issue 5005.
   */
  private formOf(activity: Activity, attempt: number): Activity {
    if (activity.type !== 'invoke' || attempt < 3) return activity;
    return { ...activity, id: this.parts.ids.event(), timestamp: this.parts.clock.iso() };
  }

  private async attempt(activity: Activity, attempt: number): Promise<Delivery> {
    const delivery = { activity, attempt, ...(await this.call(activity)) };
    this.record(delivery);
    return delivery;
  }

  private async call(activity: Activity): Promise<Pick<Delivery, 'outcome' | 'answer'>> {
    const { endpoint: url } = this;
    if (url === undefined) return { outcome: 'not-connected', answer: undefined };
    const { limits, signer } = this.parts;
    const isInvoke = activity.type === 'invoke';
    const late = AbortSignal.timeout(isInvoke ? limits.invokeTimeoutMs : limits.answerTimeoutMs);
    const authorization = `Bearer ${await signer.sign(activity.serviceUrl)}`;
    const headers = { ...BOT_HEADERS, authorization };
    const signal = AbortSignal.any([late, this.life.signal]);
    try {
      const answer = await callBot({ url, headers, body: JSON.stringify(activity), signal });
      return { outcome: answer.status, answer };
    } catch {
      return { outcome: late.aborted ? 'timed-out' : 'failed', answer: undefined };
    }
  }

  private record(delivery: Delivery): void {
    this.log.push(delivery);
    if (this.log.length > LOG_LIMIT) this.log.shift();
    this.parts.events.emit('delivery', delivery);
    this.parts.events.emit('change');
  }
}

export const BOT_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Microsoft-SkypeBotApi (Microsoft-BotFramework/3.0)',
};

const isOver = ({ signal }: AbortController): boolean => signal.aborted;

/** A 501 is not repeated: it says that the bot does not support the invoke. */
function isRepeated({ outcome }: Delivery): boolean {
  if (outcome === 'timed-out' || outcome === 'failed') return true;
  return typeof outcome === 'number' && outcome >= 500 && outcome !== 501;
}

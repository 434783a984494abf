import { backoffMs } from '../../common/index.js';
import type { ConnectionState } from '../../channels/index.js';
import { OneShotTimer } from './one-shot-timer.js';
import { type BridgeFailure, isUnauthorised } from '../service/client/result.js';
import { faultText } from '../service/client/bridge-fault.js';
import { type BridgeInfo, type ServerInfo, signInLack } from '../service/client/server-info.js';
import { type PrivateApiLack, privateApiLack } from '../service/private-api.js';

export interface MonitorTimings {
  /** The interval of checks of a bridge that answers, ms. */
  readonly healthyMs: number;
  /** The first pause after a failure, ms; it doubles with each failure up to the cap. */
  readonly backOffMs: number;
  readonly backOffCapMs: number;
  /** The minimum time between two requested checks, ms. */
  readonly soonMs: number;
}

export const MONITOR_TIMINGS: MonitorTimings = {
  // Together with the time-out of a check, this means that a bridge that has gone is noticed within 15 s.
  healthyMs: 8_000,
  backOffMs: 1_000,
  backOffCapMs: 30_000,
  soonMs: 250,
};

export interface MonitorListener {
  state(state: ConnectionState): void;
  /** Called when the bridge answers for the first time, or again after it did not. */
  up(): void;
  /** Called when the bridge still answers. */
  healthy(): void;
  /** Returns a further fault with its remedy; undefined when there is none. */
  concern(): string | undefined;
}

/**
 * Watches the bridge by `server/info`, which also tests the password, because it needs it. Only an answer shows health,
 * never inbound traffic: a quiet night is no fault (wire 6.3 row 40).
 */
export class Monitor {
  private readonly alarm = new OneShotTimer(() => {
    this.looking = this.look().finally(() => {
      this.looking = undefined;
      this.firstLook.resolve(undefined);
    });
  });
  private looking: Promise<void> | undefined;
  private firstLook = Promise.withResolvers<unknown>();
  private listener: MonitorListener | undefined;
  private failures = 0;
  private isUp = false;

  constructor(
    private readonly info: ServerInfo,
    private readonly timings: MonitorTimings = MONITOR_TIMINGS,
  ) {}

  /** Resolves when the first check since the start has ended, and its result was reported; at the latest at the stop. */
  get hasLooked(): Promise<unknown> {
    return this.firstLook.promise;
  }

  get isConnected(): boolean {
    return this.isUp;
  }

  start(listener: MonitorListener): void {
    this.listener = listener;
    this.failures = 0;
    this.isUp = false;
    this.firstLook = Promise.withResolvers();
    listener.state({ status: 'connecting' });
    this.alarm.within(0);
  }

  /** Resolves when the listener gets no more calls. */
  async stop(): Promise<void> {
    this.listener = undefined;
    this.isUp = false;
    this.alarm.clear();
    await this.looking;
    this.firstLook.resolve(undefined);
  }

  /** Call it when a caller has met a fault, or the bridge has announced its start. */
  lookSoon(): void {
    if (this.listener && !this.looking) this.alarm.within(this.timings.soonMs);
  }

  /** Call it when the bridge has changed in a way that checks do not show. */
  restate(): void {
    if (this.isUp) this.listener?.state(healthOf(this.info.known(), this.listener.concern()));
  }

  private async look(): Promise<void> {
    const failure = await this.info.refresh();
    const { listener } = this;
    if (!listener) return;
    this.failures = failure ? this.failures + 1 : 0;
    const { healthyMs, backOffMs: baseMs, backOffCapMs: maxMs } = this.timings;
    this.alarm.within(failure ? backoffMs(this.failures, { baseMs, maxMs }) : healthyMs);
    const wasUp = this.isUp;
    this.isUp = !failure;
    listener.state(failure ? stateOf(failure) : healthOf(this.info.known(), listener.concern()));
    if (failure) return;
    if (wasUp) listener.healthy();
    else listener.up();
  }
}

/**
 * A bridge that answers and receives but cannot send must not be shown as connected. One whose Private API is switched
 * off is connected: many people run it without on purpose, and it is enough that they are told once what that costs. A
 * helper that has gone down is a fault.
 */
function healthOf(info: BridgeInfo | undefined, concern: string | undefined): ConnectionState {
  const lack = privateApiLack(info);
  if (lack?.kind === 'no-sending') return { status: 'error', reason: `${lack.what}. ${lack.remedy}` };
  const signIn = signInLack(info);
  const signedOut = signIn && `${signIn.what}. ${signIn.remedy}`;
  const isFaulty = concern !== undefined || signIn !== undefined || lack?.kind === 'no-helper';
  const reason = [signedOut, remarkOf(lack), concern].filter((each) => each !== undefined).join(' ');
  return { status: isFaulty ? 'degraded' : 'connected', ...(reason === '' ? {} : { reason }) };
}

/** A Private API that is switched off is named without a remedy, because it may be off on purpose. */
function remarkOf(lack: PrivateApiLack | undefined): string | undefined {
  if (!lack) return undefined;
  return lack.kind === 'off' ? `${lack.what}.` : `${lack.what}. ${lack.remedy}`;
}

function stateOf(failure: BridgeFailure): ConnectionState {
  const status = isUnauthorised(failure) ? 'bad-credentials' : 'transient-disconnect';
  const text = faultText(failure);
  return { status, reason: `${text.charAt(0).toUpperCase()}${text.slice(1)}.` };
}

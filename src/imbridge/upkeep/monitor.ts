import { backoffMs } from '../../common/index.js';
import type { ConnectionState } from '../../channels/index.js';
import { OneShotTimer } from './one-shot-timer.js';
import { type BridgeFailure, isUnauthorised } from '../service/client/result.js';
import { type BridgeInfo, canSend, hasPrivateApi, type ServerInfo } from '../service/client/server-info.js';

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
    this.looking = this.look().finally(() => (this.looking = undefined));
  });
  private looking: Promise<void> | undefined;
  private listener: MonitorListener | undefined;
  private failures = 0;
  private isUp = false;

  constructor(
    private readonly info: ServerInfo,
    private readonly timings: MonitorTimings = MONITOR_TIMINGS,
  ) {}

  get isConnected(): boolean {
    return this.isUp;
  }

  start(listener: MonitorListener): void {
    this.listener = listener;
    this.failures = 0;
    this.isUp = false;
    listener.state({ status: 'connecting' });
    this.alarm.within(0);
  }

  /** Resolves when the listener gets no more calls. */
  async stop(): Promise<void> {
    this.listener = undefined;
    this.isUp = false;
    this.alarm.clear();
    await this.looking;
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
  if (!canSend(info)) return { status: 'error', reason: cannotSend(info) };
  const isFaulty = concern !== undefined || (info?.privateApi === true && !info.helperConnected);
  const reason = [privateApiRemark(info), concern].filter((each) => each !== undefined).join(' ');
  return { status: isFaulty ? 'degraded' : 'connected', ...(reason === '' ? {} : { reason }) };
}

function cannotSend(info: BridgeInfo | undefined): string {
  const system = `macOS ${Number.parseInt(info?.osVersion ?? '', 10)}`;
  const hint = 'switch it on in the bridge and attach its helper; replies wait until then.';
  return `${system} without Private API: cannot send; ${hint}`;
}

function privateApiRemark(info: BridgeInfo | undefined): string | undefined {
  if (info === undefined || hasPrivateApi(info)) return undefined;
  const lost = 'typing, read receipts, tapbacks, replies, effects, edits and group actions do not work';
  return info.privateApi
    ? `The helper of the bridge's Private API is not connected: ${lost}. Restart Messages and the bridge on the Mac.`
    : `Texts and files only: the Private API is off in the settings of the bridge, so that ${lost}.`;
}

function stateOf(failure: BridgeFailure): ConnectionState {
  if (isUnauthorised(failure)) {
    return {
      status: 'bad-credentials',
      reason: 'The bridge refuses the password; check `password` and `serverUrl`.',
    };
  }
  const how = {
    unreachable: 'can not be reached',
    interrupted: 'does not answer',
    refused: 'answers with a fault',
  };
  return { status: 'transient-disconnect', reason: `The bridge ${how[failure.kind]} (${failure.detail}).` };
}

import { Logger } from '@nestjs/common';
import type { ConnectionState } from '../../channels/index.js';
import { backoffMs, errorText } from '../../common/index.js';
import { NoToken } from '../service/tokens/token-source.js';
import { KeysUnavailable } from '../service/wire/bot-adapter.js';
import { PortUnavailable } from '../webhook/listener.js';

export interface ConnectionTimings {
  /** The interval of checks while all is well, ms. */
  readonly healthyMs: number;
  /** The first pause after a failure, ms; it doubles with each failure up to the cap. */
  readonly backOffMs: number;
  readonly backOffCapMs: number;
}

export const CONNECTION_TIMINGS: ConnectionTimings = {
  healthyMs: 60_000,
  backOffMs: 1_000,
  backOffCapMs: 60_000,
};

/** The steps of connecting an account; each may be repeated as a test. */
export interface ConnectionSteps {
  /** Listens for the platform's calls. @throws PortUnavailable */
  open(): Promise<void>;
  /** Loads the teams that other replicas have learned. Optional. */
  learn(): Promise<void>;
  /** Gets a token for sending. @throws NoToken */
  token(): Promise<unknown>;
  /** Tests that callers can be verified. @throws KeysUnavailable */
  keys(): Promise<void>;
}

/**
 * Brings up an account and keeps checking it, so that a fault can be corrected without a restart. Inbound traffic does
 * not count as health, because a quiet night is no fault.
 */
export class Connection {
  private readonly logger = new Logger('Workchat');
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private tell: ((state: ConnectionState) => void) | undefined;
  private failures = 0;
  private areKeysSeen = false;

  constructor(
    private readonly steps: ConnectionSteps,
    private readonly timings: ConnectionTimings = CONNECTION_TIMINGS,
  ) {}

  start(tell: (state: ConnectionState) => void): void {
    this.tell = tell;
    this.failures = 0;
    tell({ status: 'connecting' });
    this.lookIn(0);
  }

  /** Resolves when no more changes are reported. */
  async stop(): Promise<void> {
    this.tell = undefined;
    clearTimeout(this.timer);
    await this.looking;
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.looking = this.look().finally(() => (this.looking = undefined));
    }, ms);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    const state = await this.state();
    if (!this.tell) return;
    const isWell = state.status === 'connected';
    this.failures = isWell ? 0 : this.failures + 1;
    const { healthyMs, backOffMs, backOffCapMs } = this.timings;
    const backoff = { baseMs: backOffMs, maxMs: backOffCapMs };
    this.lookIn(isWell ? healthyMs : backoffMs(this.failures, backoff));
    this.tell(state);
  }

  private async state(): Promise<ConnectionState> {
    try {
      await this.steps.open();
      await this.steps.learn();
      await this.lookAtKeys();
      await this.steps.token();
      return { status: 'connected' };
    } catch (error) {
      return stateOf(error);
    }
  }

  /** Without keys, calls are answered 503 and repeated by the platform; the account can still send (DESIGN 7). */
  private async lookAtKeys(): Promise<void> {
    if (this.areKeysSeen) return;
    try {
      await this.steps.keys();
      this.areKeysSeen = true;
    } catch (error) {
      if (!(error instanceof KeysUnavailable)) throw error;
      this.logger.warn(`the platform's keys cannot be fetched, so its calls get 503: ${errorText(error)}`);
    }
  }
}

function stateOf(error: unknown): ConnectionState {
  const reason = `${errorText(error)}.`;
  if (error instanceof NoToken)
    return { status: error.kind === 'refused' ? 'bad-credentials' : 'transient-disconnect', reason };
  if (error instanceof PortUnavailable)
    return { status: 'error', reason: `${reason} Set webhook.port to another port.` };
  return { status: 'error', reason };
}

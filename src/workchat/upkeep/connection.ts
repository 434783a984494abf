import { Logger } from '@nestjs/common';
import type { ConnectionState } from '../../channels/index.js';
import { errorText } from '../../common/index.js';
import { NoToken } from '../service/tokens/token-source.js';
import { KeysUnavailable } from '../service/wire/bot-adapter.js';
import { PortUnavailable } from '../webhook/listener.js';

export interface ConnectionTimings {
  /** Between two looks while all is well, ms. */
  readonly healthyMs: number;
  /** First pause after a failure, doubled each time up to the cap, ms. */
  readonly backOffMs: number;
  readonly backOffCapMs: number;
}

export const CONNECTION_TIMINGS: ConnectionTimings = {
  healthyMs: 60_000,
  backOffMs: 1_000,
  backOffCapMs: 60_000,
};

/** The conditions of a connected account; each may be tested again and again. */
export interface ConnectionSteps {
  /** Listens for the platform's calls. @throws PortUnavailable */
  open(): Promise<void>;
  /** Takes over what other replicas have learned of teams. Not vital. */
  learn(): Promise<void>;
  /** Has a token to send with. @throws NoToken */
  token(): Promise<unknown>;
  /** Can verify who calls. @throws KeysUnavailable */
  keys(): Promise<void>;
}

/**
 * Brings an account up and looks again for as long as it is: what has gone wrong may be put right without a restart.
 * Nothing inbound counts as health, for a quiet night is no fault.
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

  /** Resolves when nothing more is told. */
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
    this.lookIn(isWell ? this.timings.healthyMs : this.pauseMs());
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

  /** Without keys calls are answered 503 and come again: the account can send all the same (DESIGN 7). */
  private async lookAtKeys(): Promise<void> {
    if (this.areKeysSeen) return;
    try {
      await this.steps.keys();
      this.areKeysSeen = true;
    } catch (error) {
      if (!(error instanceof KeysUnavailable)) throw error;
      this.logger.warn(`the platform's keys can not be fetched, its calls are put off: ${errorText(error)}`);
    }
  }

  /** Half to full of the doubled pause, so that gateways do not knock in step. */
  private pauseMs(): number {
    const { backOffMs, backOffCapMs } = this.timings;
    const full = Math.min(backOffCapMs, backOffMs * 2 ** Math.min(this.failures - 1, 16));
    return full * (0.5 + Math.random() / 2);
  }
}

function stateOf(error: unknown): ConnectionState {
  const reason = `${errorText(error)}.`;
  if (error instanceof NoToken)
    return { status: error.kind === 'refused' ? 'bad-credentials' : 'transient-disconnect', reason };
  if (error instanceof PortUnavailable)
    return { status: 'error', reason: `${reason} Set webhook.port to another.` };
  return { status: 'error', reason };
}

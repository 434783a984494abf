import { Injectable } from '@nestjs/common';
import { ConnectorRegistry } from '../../channels/index.js';
import { Clock, isoTime } from '../../common/index.js';
import { ALERTS, GatehouseConfig } from '../../config/index.js';
import { type AccountState, ChannelHost, isUp } from '../../inbound/index.js';
import { ReasonTable } from '../../operator/index.js';
import { type Alert, alertOf, type EventData } from '../alert.js';
import type { AlertSource } from './alert-source.js';

const MINUTE_MS = 60_000;

/** Accounts without their service. A connection that breaks mostly comes back by itself. */
@Injectable()
export class AccountAlerts implements AlertSource {
  readonly codes = ['account-down', 'bad-credentials'] as const;
  readonly readsDatabase = false;

  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly host: ChannelHost,
    private readonly reasons: ReasonTable,
    private readonly config: GatehouseConfig,
    private readonly clock: Clock,
  ) {}

  async find(): Promise<readonly Alert[]> {
    const states = await this.host.status();
    return this.registry
      .all()
      .flatMap((connector) =>
        connector
          .accounts()
          .flatMap(({ account }) => this.alertsOf({ channel: connector.channel, account }, states)),
      );
  }

  async recovered(subject: string): Promise<EventData | undefined> {
    const state = (await this.host.status()).get(subject);
    return state && isUp(state.status) ? eventData(state) : undefined;
  }

  private alertsOf(
    { channel, account }: Pick<AccountState, 'channel' | 'account'>,
    states: ReadonlyMap<string, AccountState>,
  ): readonly Alert[] {
    const subject = `${channel}/${account}`;
    const state = states.get(subject);
    if (isUp(state?.status)) return [];
    const { status = 'stopped', reason, since = null } = state ?? {};
    const why = this.reasons.explain('state', status, { channel, account });
    const isRefused = status === 'bad-credentials' || status === 'logged-out';
    const told = {
      subject,
      since,
      message: `${subject} is ${status}${reason === undefined ? '' : `: ${reason}`}`,
      setting: why?.setting ?? `channels.${channel}`,
      remedy: why?.remedy ?? null,
      event: state && eventData(state),
    };
    // One of both is known; while the account tries again, the other cannot be told.
    return [
      alertOf({ ...told, code: 'bad-credentials', isDue: isRefused }),
      alertOf({ ...told, code: 'account-down', isDue: !isRefused && this.isLong(state) }),
    ];
  }

  /** An error is one that does not pass. An account that nobody has reported yet is about to be. */
  private isLong(state: AccountState | undefined): boolean {
    if (!state || state.status === 'error') return state !== undefined;
    return this.clock.now() - state.since >= this.config.get(ALERTS).channelDownMinutes * MINUTE_MS;
  }
}

const eventData = ({ channel, account, status, reason, since }: AccountState): EventData => ({
  channel,
  account,
  status,
  reason: reason ?? null,
  since: isoTime(since),
});

import { Injectable } from '@nestjs/common';
import { ConnectorRegistry } from '../../channels/index.js';
import { isoTime } from '../../common/index.js';
import { type AccountState, ChannelHost, isUp } from '../../inbound/index.js';
import { ReasonTable } from '../../operator/index.js';
import {
  type Condition,
  condition,
  type ConditionSource,
  type EventData,
  type HasConditions,
} from '../condition.js';

/** Accounts without their service. A connection that breaks mostly comes back by itself. */
@Injectable()
export class AccountConditions implements HasConditions {
  readonly sources: readonly ConditionSource[] = [
    {
      codes: ['account-down', 'bad-credentials'],
      cost: 'memory',
      find: () => this.find(),
      recovered: async (subject) => {
        const state = (await this.host.status()).get(subject);
        return state && isUp(state.status) ? eventData(state) : undefined;
      },
    },
  ];

  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly host: ChannelHost,
    private readonly reasons: ReasonTable,
  ) {}

  private async find(): Promise<readonly Condition[]> {
    const states = await this.host.status();
    return this.registry
      .all()
      .flatMap((connector) =>
        connector
          .accounts()
          .flatMap(({ account }) => this.conditionsOf({ channel: connector.channel, account }, states)),
      );
  }

  private conditionsOf(
    { channel, account }: Pick<AccountState, 'channel' | 'account'>,
    states: ReadonlyMap<string, AccountState>,
  ): readonly Condition[] {
    const subject = `${channel}/${account}`;
    const state = states.get(subject);
    if (isUp(state?.status)) return [];
    const { status = 'stopped', reason, since = null } = state ?? {};
    const why = this.reasons.explain('state', status, { channel, account });
    const isRefused = status === 'bad-credentials' || status === 'logged-out';
    const message = `${subject} is ${status}${reason === undefined ? '' : `: ${reason}`}`;
    const about = {
      subject,
      since,
      setting: why?.setting ?? `channels.${channel}`,
      remedy: why?.remedy ?? null,
      event: state && eventData(state),
    };
    // One of both is known; while the account tries again, the other cannot be told. An error is one that does not pass.
    const down = { ...about, state: state && !isRefused ? 'failed' : 'unknown' } as const;
    return [
      condition('bad-credentials', message, { ...about, isDue: isRefused }),
      condition('account-down', message, status === 'error' ? { ...down, isDue: true } : down),
    ];
  }
}

const eventData = ({ channel, account, status, reason, since }: AccountState): EventData => ({
  channel,
  account,
  status,
  reason: reason ?? null,
  since: isoTime(since),
});

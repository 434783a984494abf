import { Injectable } from '@nestjs/common';
import {
  type AccountId,
  ConnectorRegistry,
  DEFAULT_ACCOUNT,
  resolvesTargets,
  type Target,
} from '../../channels/index.js';
import { GatehouseError } from '../../common/index.js';

/** How long a remote may take to say which conversation is meant. */
const RESOLVE_MS = 15_000;

/** Where an operator wants a poll asked, as they say it. */
export interface PollPlace {
  readonly channel: string;
  /** The only one, or `default`, when left out. */
  readonly account?: string | undefined;
  /** In one of the channel's forms (spec 3-workchat "Target formats"). */
  readonly target: string;
}

/** Finds out which place an operator means, and whether polls are possible there. */
@Injectable()
export class PollPlaces {
  constructor(private readonly registry: ConnectorRegistry) {}

  /**
   * @throws GatehouseError NOT_FOUND for a channel, account or target there is not; INVALID_REQUEST for a channel
   *   without polls; CONFLICT where there are none now
   */
  async find({ channel: name, account: accountName, target: text }: PollPlace): Promise<Target> {
    const connector = this.registry.get(name);
    const { channel } = connector;
    const { account } = this.registry.account(channel, this.accountOf(name, accountName));
    const signal = AbortSignal.timeout(RESOLVE_MS);
    const conversation = resolvesTargets(connector)
      ? await connector.resolveTarget(account, text, signal)
      : undefined;
    if (conversation === undefined)
      throw new GatehouseError('NOT_FOUND', 'No such target.', `target names no conversation of ${channel}`);
    const target = { channel, account, conversation };
    this.refuseWithoutPolls(target);
    return target;
  }

  private accountOf(channel: string, name: string | undefined): AccountId {
    if (name !== undefined) return name as AccountId;
    const [first, ...others] = this.registry.get(channel).accounts();
    return first !== undefined && others.length === 0 ? first.account : DEFAULT_ACCOUNT;
  }

  private refuseWithoutPolls(target: Target): void {
    const connector = this.registry.get(target.channel);
    const hasPolls = (at?: Target) =>
      ['partial', 'full'].includes(connector.capabilities(at).features.poll ?? 'rejected');
    if (hasPolls(target)) return;
    const details = `channel ${target.channel} has no polls`;
    if (!hasPolls()) throw new GatehouseError('INVALID_REQUEST', 'The request is not valid.', details);
    throw new GatehouseError('CONFLICT', 'This is not possible there now.', `${details} there`);
  }
}

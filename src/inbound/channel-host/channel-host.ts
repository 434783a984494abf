import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import {
  type AccountId,
  type ChannelConnector,
  ConnectorRegistry,
  type InboundSink,
  hasUpkeep,
  type HasUpkeep,
} from '../../channels/index.js';
import { errorText } from '../../common/index.js';
import { Deliveries } from '../../delivery/index.js';
import { type Candidacy, Leadership } from '../../persistence/index.js';
import { type AccountState, accountKey, isUp } from './account-states.repository.js';
import { AccountStates } from './account-states.service.js';
import { InboundSinks } from '../sinks/inbound-sinks.service.js';

type Reported = Omit<AccountState, 'since' | 'lastError'>;

interface Connected {
  readonly connector: ChannelConnector;
  readonly account: AccountId;
  /** The account's candidacy for upkeep; undefined when the connector has none, or this process does none. */
  readonly candidacy: Candidacy | undefined;
}

/**
 * Runs the connectors: gives each account its sink, reports the states of the accounts, and disconnects them at the end.
 */
@Injectable()
export class ChannelHost implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Channels');
  private readonly connected = new Map<string, Connected>();
  private readonly invited = new Set<string>();
  private mayKeepUp = true;
  /** Accounts that were removed from the configuration and are still being disconnected. */
  private leaving: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly sinks: InboundSinks,
    private readonly deliveries: Deliveries,
    private readonly leadership: Leadership,
    private readonly states: AccountStates,
  ) {}

  /** Call it once the program listens, because connectors may tell the remote our address. */
  connectAll({ mayKeepUp = true }: { readonly mayKeepUp?: boolean } = {}): void {
    this.mayKeepUp = mayKeepUp;
    this.followAccounts();
  }

  /** Connects new accounts and disconnects removed ones; call after the configuration changed. */
  followAccounts(): void {
    const gone = new Map(this.connected);
    for (const connector of this.registry.all()) {
      for (const { account } of connector.accounts()) {
        const key = `${connector.channel}/${account}`;
        gone.delete(key);
        if (!this.connected.has(key)) this.connect(key, connector, account);
      }
    }
    for (const [key, connection] of gone) this.disconnect(key, connection);
    this.followLocal();
  }

  /** By `channel/account`, the same from every replica. */
  status(): Promise<ReadonlyMap<string, AccountState>> {
    return this.states.all();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.states.end();
    const all = [...this.connected.values()];
    await Promise.all(all.map(({ connector, account }) => connector.disconnect(account)));
    await this.leaving;
    await this.leadership.resign();
  }

  /** What state their accounts have is the same on every replica: it is neither logged nor stored. */
  private followLocal(): void {
    for (const connector of this.registry.local()) {
      const { channel } = connector;
      const sink = this.sinks.sinkFor(
        channel,
        (account, state) => void this.states.report({ ...state, channel, account }),
      );
      for (const { account } of connector.accounts()) connector.connect(account, sink);
    }
  }

  private connect(key: string, connector: ChannelConnector, account: AccountId): void {
    const candidacy = hasUpkeep(connector) ? this.shareUpkeep(key, connector, account) : undefined;
    // Without upkeep no replica is the one for it, and each writes what it sees.
    if (!hasUpkeep(connector)) this.states.setCharge(key, this.mayKeepUp);
    this.connected.set(key, { connector, account, candidacy });
    connector.connect(account, this.sinkOf(connector));
  }

  /**
   * The upkeep of the account passes to another replica only after it has stopped here: a replica that has not seen the
   * change yet may still have the account.
   */
  private disconnect(key: string, { connector, account, candidacy }: Connected): void {
    this.connected.delete(key);
    this.logger.log(`${key} is no longer configured`);
    const leaving = connector
      .disconnect(account)
      .catch((error: unknown) => this.logger.warn(`${key} did not disconnect: ${errorText(error)}`))
      .then(() => candidacy?.withdraw());
    this.leaving = Promise.all([this.leaving, leaving]);
  }

  /** Only one replica at a time has the upkeep of an account. */
  private shareUpkeep(
    key: string,
    connector: ChannelConnector & HasUpkeep,
    account: AccountId,
  ): Candidacy | undefined {
    connector.setUpkeep(account, false);
    if (!this.mayKeepUp) return undefined;
    return this.leadership.campaign(`upkeep:${connector.channel}:${account}`, (isHeld) => {
      connector.setUpkeep(account, isHeld);
      this.states.setCharge(key, isHeld);
    });
  }

  private sinkOf({ channel }: ChannelConnector): InboundSink {
    return this.sinks.sinkFor(channel, (account, state) => this.noteState({ ...state, channel, account }));
  }

  private noteState(next: Reported): void {
    if (!this.states.report(next)) return;
    const key = accountKey(next);
    this.logger.log(
      `${key} is ${next.status}${next.reason ? `: ${next.reason}` : this.invitation(key, next)}`,
    );
    if (isUp(next.status)) this.wakeDeliveries();
  }

  /** Once for each account: someone new to it waits for this line. */
  private invitation(key: string, { status }: Reported): string {
    if (status !== 'connected' || this.invited.has(key)) return '';
    this.invited.add(key);
    return ': write to it now';
  }

  private wakeDeliveries(): void {
    this.deliveries
      .remoteIsBack()
      .catch((error: unknown) => this.logger.warn(`could not wake deliveries: ${errorText(error)}`));
  }
}

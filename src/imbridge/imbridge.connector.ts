import { Injectable } from '@nestjs/common';
import {
  type AccountId,
  type AccountSettings,
  type ChannelCapabilities,
  type ChannelConnector,
  Connector,
  type DeliveryAttempt,
  type InboundSink,
  type KeepsUp,
  type NormalizesSenders,
  type ProbeReport,
  type Probes,
  type ReconcileOutcome,
  type ReconcilesSends,
  type RemoteMessageId,
  type SenderId,
  type SendOutcome,
  type SendsReadReceipts,
  type ShowsTyping,
  type Target,
} from '../channels/index.js';
import { ImbridgeAccounts } from './imbridge.accounts.js';
import { imbridgeCapabilities } from './imbridge.capabilities.js';
import { typedSender } from './imbridge.allow-list.js';
import { IMBRIDGE } from './imbridge.id.js';

/** The channel `imbridge` to the outside: each call goes to the account it names. */
@Connector()
@Injectable()
export class ImbridgeConnector
  implements
    ChannelConnector,
    ShowsTyping,
    SendsReadReceipts,
    ReconcilesSends,
    Probes,
    KeepsUp,
    NormalizesSenders
{
  readonly channel = IMBRIDGE;
  /** Apple's own time-out of the indicator. */
  readonly typingTtlMs = 60_000;

  constructor(private readonly bridges: ImbridgeAccounts) {}

  accounts(): readonly AccountSettings[] {
    return this.bridges.settings();
  }

  capabilities(target?: Target): ChannelCapabilities {
    return imbridgeCapabilities(target && this.bridges.find(target.account)?.info.known());
  }

  normalizeSender(account: AccountId, text: string): SenderId | undefined {
    return typedSender(text, this.bridges.find(account)?.settings.region);
  }

  setUpkeep(account: AccountId, isOnDuty: boolean): void {
    this.bridges.find(account)?.setUpkeep(isOnDuty);
  }

  connect(account: AccountId, sink: InboundSink): void {
    this.bridges.find(account)?.connect(sink);
  }

  async disconnect(account: AccountId): Promise<void> {
    await this.bridges.left(account);
    await this.bridges.find(account)?.disconnect();
  }

  async send(attempt: DeliveryAttempt, signal: AbortSignal): Promise<SendOutcome> {
    const bridge = this.bridges.find(attempt.target.account);
    if (bridge) return bridge.send(attempt, signal);
    const detail = `account ${attempt.target.account} is not configured or not enabled`;
    return { kind: 'not-sent', code: 'rejected', retry: { kind: 'never' }, detail };
  }

  async findSent(
    attempt: DeliveryAttempt,
    isOurs: (id: RemoteMessageId) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<ReconcileOutcome> {
    const bridge = this.bridges.find(attempt.target.account);
    if (bridge) return bridge.findSent(attempt, isOurs, signal);
    return {
      kind: 'unresolved',
      detail: `account ${attempt.target.account} is not configured or not enabled`,
    };
  }

  async typing(target: Target): Promise<void> {
    await this.bridges.find(target.account)?.typing(target.conversation);
  }

  async markRead(target: Target): Promise<void> {
    await this.bridges.find(target.account)?.markRead(target.conversation);
  }

  async probe(account: AccountId): Promise<ProbeReport> {
    const bridge = this.bridges.find(account);
    return bridge
      ? bridge.probe()
      : { reachable: false, problem: 'The account is not configured or not enabled.' };
  }
}

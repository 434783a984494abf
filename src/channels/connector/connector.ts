import type { AccountSettings } from '../account-settings.js';
import type { ChannelCapabilities } from '../capabilities.js';
import type { AccountId, ChannelId, Target } from '../ids.js';
import type { InboundSink } from '../inbound.js';
import type { DeliveryAttempt, SendOutcome } from '../outbound.js';

/**
 * Our code that speaks to one channel. Small required core; everything else is an optional single-purpose
 * interface (`connector-*.ts`), listed in `capabilities` (a contract test compares the two).
 */
export interface ChannelConnector {
  readonly channel: ChannelId;
  /**
   * The gateway is the service itself: there is nothing to set up, to reach or to lose. Such a channel is in no list of
   * channels, states or checks.
   */
  readonly isLocal?: true;
  /**
   * `global` when no two messages of an account have the same id: our own message is then recognized even when it comes
   * back under another id of its conversation. Otherwise an id names a message only within its conversation.
   */
  readonly messageIds?: 'global' | 'per-conversation';
  /**
   * `own` where the service lets no one edit or take back other people's messages; otherwise the service decides each
   * time.
   */
  readonly changes?: 'own';
  /**
   * The enabled accounts. They and their settings can change with the configuration, so ask each time. After each
   * change the centre connects new accounts and disconnects removed ones; the connector itself updates an account that
   * stays, and reconnects it if needed. No I/O.
   */
  accounts(): readonly AccountSettings[];
  /** Pure; no I/O; may differ per target and with the features that the remote last reported. */
  capabilities(target?: Target): ChannelCapabilities;
  /** Returns at once; success and failure are reported through `sink.state`. Safe to call twice. */
  connect(account: AccountId, sink: InboundSink): void;
  /**
   * Reports `stopped`, and resolves when no further event will reach the sink. Safe to call when not connected.
   */
  disconnect(account: AccountId): Promise<void>;
  /** One attempt, no retry inside; must stop on abort; never throws for remote faults. */
  send(attempt: DeliveryAttempt, signal: AbortSignal): Promise<SendOutcome>;
}

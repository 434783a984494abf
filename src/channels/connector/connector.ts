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
   * `global` when no two messages of an account ever have the same id: a message of ours is then known also where it
   * comes back under another id of its conversation. Else an id names a message within its conversation only.
   */
  readonly messageIds?: 'global' | 'per-conversation';
  /** `own`: nobody can edit or take back what others wrote there; else the service decides. */
  readonly changes?: 'own';
  /**
   * The enabled accounts. They and their settings may change with the configuration: ask when they are needed. Who
   * connects accounts looks again after each change; an account that stays is brought up to date by the connector
   * itself, reconnected if need be. No I/O.
   */
  accounts(): readonly AccountSettings[];
  /** Pure; no I/O; may differ per target and with what the remote was last seen to offer. */
  capabilities(target?: Target): ChannelCapabilities;
  /** Returns at once; success and failure are reported through `sink.state`. Safe to call twice. */
  connect(account: AccountId, sink: InboundSink): void;
  /** Resolves when no further event will reach the sink. Safe to call when not connected. */
  disconnect(account: AccountId): Promise<void>;
  /** One attempt, no retry inside; must stop on abort; never throws for remote faults. */
  send(attempt: DeliveryAttempt, signal: AbortSignal): Promise<SendOutcome>;
}

import type { InboundSink } from '../../channels/index.js';
import type { Check, Clock, Finding } from '../../common/index.js';
import type { ReplayBarrier } from '../inbound/replay-barrier.js';
import type { BridgeClient } from '../service/client/bridge-client.js';
import { bridgeFaultOf, faultText } from '../service/client/bridge-fault.js';
import type { BridgeFailure } from '../service/client/result.js';
import type { RowOrder } from '../service/messages/row-order.js';
import type { ImbridgeSettings } from '../settings/settings.js';
import type { Upkeep } from '../upkeep/upkeep.js';
import type { WebhookHealth } from '../upkeep/webhook-health.js';
import type { WebhookRegistration } from '../upkeep/webhook-registration.js';

/** The parts of an account that its checks look at. */
export interface CheckedAccount extends CheckedConfig {
  readonly settings: ImbridgeSettings;
  readonly clock: Clock;
  readonly client: BridgeClient;
  readonly registration: Pick<WebhookRegistration, 'judge' | 'failure'>;
  readonly upkeep: Pick<Upkeep, 'registerAgain'>;
  readonly webhookHealth: Pick<WebhookHealth, 'fault' | 'isDoubted' | 'sinceEventMs'>;
  readonly rows: Pick<RowOrder, 'hasReached'>;
  /** Closed while missed messages are fetched. */
  readonly replayBarrier: Pick<ReplayBarrier, 'isOpen'>;
  /** Undefined while the account is not connected. */
  readonly sink: () => InboundSink | undefined;
  /** Resolves when the account has done what a new connection begins with. */
  readonly settled: () => Promise<void>;
}

/** Facts that only the whole configuration tells. */
export interface CheckedConfig {
  /** Whether calls of this machine need no secret now (DESIGN 7). */
  readonly trustsLocalhost: boolean;
  /** Whether the configuration itself has the setting of this path; else its default is in force. */
  readonly isSet: (path: string) => boolean;
}

/** The path of the account's setting in force. */
export const settingIn = ({ settingPath }: ImbridgeSettings, name: string): string =>
  settingPath(`account.${name}`) ?? `channels.imbridge.${name}`;

/** The finding of a check that needs the bridge's answer and has none; `imbridge.server` says why. */
export const unasked = (subject: string): Finding => ({
  state: 'unknown',
  message: `${subject} is unknown while the bridge does not answer`,
  remedy: 'See imbridge.server and imbridge.password first.',
});

/** A failed call as a finding. */
export function faultFinding(failure: BridgeFailure, settings: ImbridgeSettings): Finding {
  const { setting: name, remedy } = bridgeFaultOf(failure);
  const setting = settingIn(settings, name);
  return {
    state: 'failed',
    message: faultText(failure),
    setting,
    remedy: remedy.replaceAll('{setting}', setting),
  };
}

/** The beginning of a sentence as that of a message. */
export const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Has the findings name their account, where there are several. */
export const about = (account: string, check: Check): Check => ({
  id: check.id,
  run: async (signal) =>
    (await check.run(signal)).map((finding) => ({ ...finding, message: `${account}: ${finding.message}` })),
});

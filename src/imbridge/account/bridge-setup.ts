import { isLoopbackHost } from '../../common/index.js';
import { GATEWAY, type GatehouseConfig } from '../../config/index.js';
import { isMetadataService, lookupOfServices } from '../../media/index.js';
import { BridgeClient } from '../service/client/bridge-client.js';
import { recordOf, urlBelow } from '../../channels/kit/index.js';
import { isEveryInterface, isReachableBy } from '../upkeep/gateway-origin.js';
import { type BridgeFailure, type BridgeResult, isUnauthorised } from '../service/client/result.js';
import { type BridgeInfo, bridgeInfoOf, signInLack } from '../service/client/server-info.js';
import type { ImbridgeSettings } from '../settings/settings.js';

/** The time limit for both calls, because a person is waiting. */
const PROBE_TIMEOUT_MS = 10_000;

/** The facts about a bridge that setting up an account needs. */
export interface BridgeProbe {
  /** Whether a bridge answers, with any answer. */
  readonly isReachable: boolean;
  /** Null when the bridge does not report it. */
  readonly isPasswordRight: boolean | null;
  /** Undefined when the bridge does not report it either. */
  readonly info?: BridgeInfo;
  /** The fault, without a secret. */
  readonly problem?: string;
}

interface ProbeLimits {
  readonly timeoutMs?: number;
  /** Ends the check before that. */
  readonly signal?: AbortSignal;
}

const METADATA: BridgeProbe = {
  isReachable: false,
  isPasswordRight: null,
  problem: 'the address belongs to a metadata service',
};

/** Whether the bridge can be used with this setup. */
export const isUsable = ({ isReachable, isPasswordRight }: BridgeProbe): boolean =>
  isReachable && isPasswordRight === true;

/** The result of the probe in words; they may contain what the service sent. */
export function probeText(serverUrl: string, probe: BridgeProbe): string {
  const { isReachable, isPasswordRight, info, problem = '' } = probe;
  const why = problem === '' ? '' : ` (${problem})`;
  if (!isReachable) return `No bridge can be reached at ${serverUrl}${why}.`;
  if (isPasswordRight === false) return `The bridge at ${serverUrl} refuses the password.`;
  if (isPasswordRight === null) return `The bridge at ${serverUrl} cannot be queried now${why}.`;
  const line = `The bridge at ${serverUrl} can be reached and accepts the password.`;
  if (!info) return `${line} It reports no details${why}.`;
  const host = `It runs on macOS ${info.osVersion || '(unknown)'} with bridge server ${info.serverVersion || '(unknown)'}.`;
  const signIn = signInLack(info);
  const signedOut = signIn ? [`${signIn.what}. ${signIn.remedy}`] : [];
  return [line, host, ...signedOut, privateApiText(info)].join('\n');
}

function privateApiText({ privateApi, helperConnected }: BridgeInfo): string {
  if (privateApi && helperConnected) return 'Its Private API is on.';
  const state = privateApi ? 'on, but its helper is not connected' : 'off';
  return `Its Private API is ${state}, so typing, read receipts, tapbacks and edits do not work, nor does sending on macOS 26.`;
}

/**
 * Checks over HTTP whether an account can use a bridge. Never throws. The address may not be the operator's for long: it
 * is tried before it is written, so nothing is asked of a metadata service.
 * @param timeoutMs for the whole check
 */
export async function probeBridge(
  settings: ImbridgeSettings,
  { timeoutMs = PROBE_TIMEOUT_MS, signal: caller }: ProbeLimits = {},
): Promise<BridgeProbe> {
  if (isMetadataService(URL.parse(settings.serverUrl)?.hostname ?? '')) return METADATA;
  const client = new BridgeClient({
    ...settings,
    secrets: [settings.webhookSecret],
    lookup: lookupOfServices,
  });
  const time = AbortSignal.timeout(timeoutMs);
  const signal = caller ? AbortSignal.any([caller, time]) : time;
  try {
    const pong = await client.ping(signal);
    return pong.ok ? inside(await client.serverInfo(signal)) : outside(pong.failure);
  } finally {
    await client.close();
  }
}

/** The password was accepted; the bridge's information about itself may still be missing. */
function inside(result: BridgeResult): BridgeProbe {
  const seen = { isReachable: true, isPasswordRight: true };
  if (result.ok) return { ...seen, info: bridgeInfoOf(recordOf(result.data) ?? {}) };
  return { ...seen, problem: result.failure.detail };
}

function outside(failure: BridgeFailure): BridgeProbe {
  if (failure.kind !== 'refused')
    return { isReachable: false, isPasswordRight: null, problem: wordsOf(failure) };
  const isWrong = failure.fromBridge && isUnauthorised(failure);
  return {
    isReachable: failure.fromBridge,
    isPasswordRight: isWrong ? false : null,
    problem: failure.detail,
  };
}

const wordsOf = (failure: Exclude<BridgeFailure, { kind: 'refused' }>): string =>
  failure.kind === 'interrupted' && failure.how !== 'cut-off' ? 'no answer in time' : failure.detail;

/** The way the bridge learns the address for its events (setup sequence 4). */
export interface WebhookSetup {
  /** The gateway registers the webhook with the bridge; else a person enters it there. */
  readonly isAutomatic: boolean;
  /** The gateway listens on loopback only, so it needs a proxy or tunnel. */
  readonly isHidden: boolean;
  /** The address with `password` instead of the secret, and `<gateway_host>` where only a person knows the host. */
  readonly url: (password: string) => string;
  readonly secret: string;
  /** How the bridge gets the address. */
  readonly notes: readonly string[];
}

const AUTOMATIC = ['The gateway registers its webhook with the bridge automatically.'];
const BY_HAND = [
  'If webhookUrl is set to the address at which the bridge reaches the gateway, the gateway registers the webhook automatically.',
];
const HIDDEN = 'The gateway listens only on this machine. Put a proxy in front of it, or set gateway.host.';

export function webhookSetup(config: GatehouseConfig, settings: ImbridgeSettings): WebhookSetup {
  const { host, port, tls, publicUrl } = config.get(GATEWAY);
  const known = settings.webhookUrl ?? publicUrl;
  const isHidden = known === undefined && isLoopbackHost(host);
  const name = isHidden || isEveryInterface(host) ? '<gateway_host>' : host;
  // A proxy or tunnel in front of the gateway is reached by https (DESIGN 6); the LAN reaches it as it listens.
  const scheme = isHidden || tls.certFile !== undefined ? 'https' : 'http';
  const own = `${scheme}://${name.includes(':') ? `[${name}]` : name}:${isHidden ? '<port>' : port}`;
  const address = urlBelow(known ?? own, settings.webhookPath);
  const isAutomatic = isReachableBy(settings, config.get(GATEWAY));
  return {
    isAutomatic,
    isHidden,
    notes: isAutomatic ? AUTOMATIC : [...BY_HAND, ...(isHidden ? [HIDDEN] : [])],
    url: (password) => `${address}?password=${encodeURIComponent(password)}`,
    secret: settings.webhookSecret,
  };
}

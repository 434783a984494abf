import type { SenderId } from '../../../channels/index.js';
import type { Clock } from '../../../common/index.js';
import type { BridgeClient } from './bridge-client.js';
import { senderIdOf } from '../../ids/id.js';
import { isTrue, type JsonRecord, listOf, recordOf, textOf } from '../../../channels/kit/index.js';
import type { BridgeChat } from '../messages/message.js';
import { type BridgeFailure, isUnknownThing } from './result.js';

/** From this macOS on AppleScript sends fail (code -1700): only the Private API sends (wire 2.3). */
const FIRST_OS_WITHOUT_APPLE_SCRIPT = 26;
const TTL_MS = 10 * 60_000;
/** The longest wait in ms for a chat: the message waits for it. */
const CHAT_TIMEOUT_MS = 2_000;
const MOST_EXAMINED = 10_000;

/** The bridge's last information about itself (wire 2.2). */
export interface BridgeInfo {
  /** `15.5.0`; empty when not reported. */
  readonly osVersion: string;
  readonly serverVersion: string;
  readonly privateApi: boolean;
  readonly helperConnected: boolean;
  /** Whether the Mac has an Apple account in Messages or iCloud; undefined when not reported. */
  readonly isSignedIn?: boolean;
}

/** Calls that need the Private API work: it is switched on and its helper is attached. */
export const hasPrivateApi = (info: BridgeInfo | undefined): boolean =>
  info !== undefined && info.privateApi && info.helperConnected;

/** AppleScript can send; true while the version is unknown. */
export function hasAppleScript(info: BridgeInfo | undefined): boolean {
  return !(info && osMajorOf(info) >= FIRST_OS_WITHOUT_APPLE_SCRIPT);
}

/** The first number of the macOS version. While it is unknown it is NaN, which is neither older nor newer than any. */
export const osMajorOf = ({ osVersion }: BridgeInfo): number => Number.parseInt(osVersion, 10);

/** Whether there is a way to send at all; true while nothing is known. */
export const canSend = (info: BridgeInfo | undefined): boolean => hasPrivateApi(info) || hasAppleScript(info);

/**
 * Caches `server/info`. Unknown does not mean false: when a fetch fails or the value expires, the last known value
 * stays, because replies would otherwise lose features every ten minutes (wire 6.2 row 27).
 */
export class ServerInfo {
  private info: BridgeInfo | undefined;
  private own: ReadonlySet<SenderId> = new Set();
  private aliases: readonly SenderId[] = [];
  private aliasesAt = -Infinity;
  /** Addresses that chats have shown to be ours. */
  private readonly learned = new Set<SenderId>();
  /** The chats that were looked at, the latest last. */
  private readonly examined = new Set<string>();
  private fetchedAt = -Infinity;
  private underWay: Promise<BridgeFailure | undefined> | undefined;

  constructor(
    private readonly client: BridgeClient,
    private readonly clock: Clock,
  ) {}

  /** The last known value; no I/O. */
  known(): BridgeInfo | undefined {
    return this.info;
  }

  readonly isOwnAddress = (sender: SenderId): boolean => this.own.has(sender) || this.learned.has(sender);

  /** A fresh value, fetched if necessary; the last known one when the bridge does not answer. */
  async get(): Promise<BridgeInfo | undefined> {
    if (this.clock.elapsed() - this.fetchedAt > TTL_MS) await this.refresh();
    return this.info;
  }

  /** Fetches it now; concurrent callers share one call. Doubles as the health check. @returns the failure, if any. */
  refresh(): Promise<BridgeFailure | undefined> {
    this.underWay ??= this.fetch().finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  /** The same after the bridge has refused what it should be able to do: an answer on its way may be older than that. */
  async renew(): Promise<BridgeFailure | undefined> {
    await this.underWay;
    return this.refresh();
  }

  /**
   * Learns whether a direct chat is one with ourselves, written from the address that it is named after. Asks the bridge
   * once for each chat, and only while it does not report all our addresses, which needs the Private API. Best effort.
   */
  async learnFrom({ guid, separator, identifier, lastAddressed }: BridgeChat): Promise<void> {
    const address = senderIdOf(identifier);
    if (separator !== '-' || this.isOwnAddress(address)) return;
    const handle = lastAddressed ?? (await this.handleOf(guid));
    if (handle !== undefined && senderIdOf(handle) === address) this.learned.add(address);
  }

  /** Their guids name people. */
  forgetChats(): void {
    this.examined.clear();
  }

  private async handleOf(guid: string): Promise<string | undefined> {
    const knowsAll = this.info === undefined || this.aliasesAt > -Infinity;
    if (knowsAll || this.examined.has(guid)) return undefined;
    const result = await this.client.chat(guid, AbortSignal.timeout(CHAT_TIMEOUT_MS));
    if (!result.ok && !isUnknownThing(result.failure)) return undefined;
    this.examined.add(guid);
    const oldest = this.examined.size > MOST_EXAMINED ? this.examined.values().next().value : undefined;
    if (oldest !== undefined) this.examined.delete(oldest);
    return textOf(recordOf(result.ok ? result.data : undefined)?.lastAddressedHandle);
  }

  private async fetch(): Promise<BridgeFailure | undefined> {
    const result = await this.client.serverInfo();
    if (!result.ok) return result.failure;
    const data = recordOf(result.data) ?? {};
    const info = bridgeInfoOf(data);
    if (hasPrivateApi(info)) await this.refreshAliases(!hasPrivateApi(this.info));
    // Set together with the addresses, so that a known bridge always has them.
    this.info = info;
    this.fetchedAt = this.clock.elapsed();
    this.own = new Set([...ownAddresses([data.detected_imessage, data.detected_icloud]), ...this.aliases]);
    return undefined;
  }

  /**
   * Fetches our own addresses. They have an age of their own, because the rest is fetched every minute as a health
   * check. Best effort: without them, only a self-chat through an alias is not recognised.
   */
  private async refreshAliases(isNewlyPossible: boolean): Promise<void> {
    if (!isNewlyPossible && this.clock.elapsed() - this.aliasesAt < TTL_MS) return;
    const result = await this.client.icloudAccount();
    const account = recordOf(result.ok ? result.data : undefined);
    if (!account) return;
    // Both lists may contain objects.
    const aliases = [...listOf(account.vetted_aliases), ...listOf(account.aliases)].map(
      (alias) => recordOf(alias)?.Alias ?? alias,
    );
    this.aliasesAt = this.clock.elapsed();
    this.aliases = ownAddresses([account.apple_id, account.active_alias, ...aliases]);
  }
}

/** From the answer of `server/info`. */
export function bridgeInfoOf(data: JsonRecord): BridgeInfo {
  return {
    osVersion: textOf(data.os_version) ?? '',
    serverVersion: textOf(data.server_version) ?? '',
    privateApi: isTrue(data.private_api),
    helperConnected: isTrue(data.helper_connected),
    ...signedIn([data.detected_imessage, data.detected_icloud]),
  };
}

/** A field that is missing, unlike one that is null, says nothing. */
function signedIn(detected: readonly unknown[]): Pick<BridgeInfo, 'isSignedIn'> {
  if (detected.some((each) => textOf(each) !== undefined)) return { isSignedIn: true };
  return detected.includes(undefined) ? {} : { isSignedIn: false };
}

/** Why a Mac without an Apple account is of no use; undefined for any other. */
export const signInLack = (info: BridgeInfo | undefined): { what: string; remedy: string } | undefined =>
  info?.isSignedIn === false ? SIGNED_OUT : undefined;

const SIGNED_OUT = {
  what: 'iMessage is signed out on the Mac, so it neither sends nor receives messages',
  remedy: 'Sign in on the Mac under Messages, Settings, iMessage.',
};

function ownAddresses(values: readonly unknown[]): readonly SenderId[] {
  return values.flatMap((value) => (textOf(value) === undefined ? [] : [senderIdOf(String(value))]));
}

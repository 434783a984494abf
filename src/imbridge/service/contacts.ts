import type { SenderId } from '../../channels/index.js';
import type { BridgeClient } from './client/bridge-client.js';
import { type JsonRecord, listOf, recordOf, textOf } from '../../channels/kit/index.js';
import { normaliseHandle, type PhoneRegion } from '../ids/handle.js';

const TTL_MS = 10 * 60_000;
const MAX_NAMES = 50_000;
const MAX_NAME = 100;

/**
 * Names of people in the Mac's address book. Fetches all of it and searches here, because the bridge's own search
 * misses e-mail addresses and answers in no order (wire 2.10). Best effort: for people only, never for decisions.
 */
export class ContactDirectory {
  private names: ReadonlyMap<SenderId, string> = new Map();
  private fetchedAt = -Infinity;
  private underWay: Promise<void> | undefined;

  constructor(
    private readonly client: Pick<BridgeClient, 'contacts'>,
    private readonly region: () => PhoneRegion | undefined,
  ) {}

  readonly nameOf = (sender: SenderId): string | undefined => this.names.get(sender);

  /** Fetches outdated contacts; concurrent callers share the call. Never throws. */
  refresh(): Promise<void> {
    if (performance.now() - this.fetchedAt < TTL_MS) return Promise.resolve();
    this.underWay ??= this.fetch().finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  private async fetch(): Promise<void> {
    this.fetchedAt = performance.now();
    const result = await this.client.contacts();
    // A bridge without access to the address book keeps failing, so the next try is in ten minutes.
    if (!result.ok) return;
    const names = listOf(result.data).flatMap((each) => this.namesIn(recordOf(each) ?? {}));
    this.names = new Map(names.slice(0, MAX_NAMES));
  }

  private namesIn(contact: JsonRecord): readonly (readonly [SenderId, string])[] {
    const name = nameIn(contact)?.slice(0, MAX_NAME);
    if (name === undefined) return [];
    const addresses = [...listOf(contact.phoneNumbers), ...listOf(contact.emails)].flatMap(
      (each) => textOf(recordOf(each)?.address) ?? [],
    );
    return addresses.map((address) => [normaliseHandle(address, this.region()) as SenderId, name]);
  }
}

function nameIn({ displayName, firstName, lastName, nickname }: JsonRecord): string | undefined {
  const whole = [textOf(firstName), textOf(lastName)].filter((part) => part !== undefined).join(' ');
  return textOf(displayName)?.trim() ?? textOf(whole) ?? textOf(nickname)?.trim();
}

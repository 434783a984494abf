import { Injectable } from '@nestjs/common';
import { Identities, type SenderKey, Users } from '../access-control/index.js';
import {
  type AccountId,
  ConnectorRegistry,
  DEFAULT_ACCOUNT,
  knowsAliases,
  notASender,
  type SenderId,
  typedSender,
} from '../channels/index.js';
import { GatehouseError, randomChars } from '../common/index.js';
import type { Person, PersonAddress } from './person.js';

/** Too many to try them all: 100 bits. */
const PSEUDONYM_CHARS = 20;

/** A person as an operator names them: by a sender, or by a user with all senders linked to them. */
export interface NamedPerson {
  readonly channel?: string | undefined;
  /** Undefined = all accounts of the channel. */
  readonly account?: string | undefined;
  readonly sender?: string | undefined;
  readonly userId?: string | undefined;
}

/** The user who a sender is linked to, and that user's other senders. */
export interface LinkedUser {
  readonly userId: string;
  readonly others: readonly SenderKey[];
}

/** Finds out who is meant. */
@Injectable()
export class PersonFinder {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly identities: Identities,
    private readonly users: Users,
  ) {}

  /** @throws GatehouseError INVALID_REQUEST by field; NOT_FOUND for a user that does not exist */
  async find({ channel, account, sender, userId }: NamedPerson): Promise<Person> {
    const pseudonym = `erased_${randomChars(PSEUDONYM_CHARS)}`;
    if (userId !== undefined) {
      if (channel !== undefined || sender !== undefined || account !== undefined)
        throw GatehouseError.invalidField('user_id', 'cannot be combined with channel, account or sender_id');
      await this.users.get(userId);
      const addresses = await this.withAliases(await this.identities.sendersOf(userId));
      return { addresses, userId, pseudonym, isCaseSensitive: this.isCaseSensitive(addresses) };
    }
    if (channel === undefined)
      throw GatehouseError.invalidField('channel', 'is missing, and so is user_id', 'required');
    if (sender === undefined) throw GatehouseError.invalidField('sender_id', 'is missing', 'required');
    const addresses = await this.withAliases(this.addressesOf(channel, account, sender));
    return { addresses, userId: null, pseudonym, isCaseSensitive: this.isCaseSensitive(addresses) };
  }

  /** The users who a person's senders are linked to, where the person was not named by one. */
  async linkedTo({ addresses, userId }: Person): Promise<readonly LinkedUser[]> {
    if (userId !== null) return [];
    const owners = await Promise.all(
      addresses.flatMap(({ channel, account, senderId }) =>
        this.accountsOf(channel, account).map((each) =>
          this.identities.userOf({ channel, account: each }, senderId),
        ),
      ),
    );
    return Promise.all(
      [...new Set(owners)]
        .filter((owner) => owner !== '')
        .map(async (owner) => ({ userId: owner, others: await this.othersOf(owner, addresses) })),
    );
  }

  private async othersOf(owner: string, addresses: readonly PersonAddress[]): Promise<SenderKey[]> {
    const all = await this.identities.sendersOf(owner);
    return all.filter((each) => !addresses.some((address) => isSame(address, each)));
  }

  /** A service may have two ids for one person, of which their rows have either. */
  private async withAliases(addresses: readonly PersonAddress[]): Promise<PersonAddress[]> {
    const all = new Map(addresses.map((address) => [JSON.stringify(address), address]));
    for (const { channel, account, senderId } of addresses)
      for (const alias of await this.aliasesOf(channel, account, senderId)) {
        const address = { channel, account, senderId: alias };
        all.set(JSON.stringify(address), address);
      }
    return [...all.values()];
  }

  /** Whether a channel reads one of them as another sender when its case is changed. */
  private isCaseSensitive(addresses: readonly PersonAddress[]): boolean {
    return addresses.some(({ channel, account, senderId }) => {
      const connector = this.registry.find(channel);
      const others = [senderId.toLowerCase(), senderId.toUpperCase()];
      // Nothing reads its ids any more; mail and phone addresses have no case anywhere.
      if (!connector) return !/[@+]/.test(senderId) && others.some((other) => other !== senderId);
      return this.accountsOf(channel, account).some((each) =>
        others.some((other) => typedSender(connector, each as AccountId, other) !== senderId),
      );
    });
  }

  private async aliasesOf(channel: string, account: string | null, sender: string): Promise<string[]> {
    const connector = this.registry.find(channel);
    if (!connector || !knowsAliases(connector)) return [];
    const accounts = this.accountsOf(channel, account) as AccountId[];
    const found = await Promise.all(accounts.map((each) => connector.aliasesOf(each, sender as SenderId)));
    return found.flat();
  }

  /** A channel that is configured no more may still have rows; nothing converts its senders. */
  private addressesOf(channel: string, account: string | undefined, text: string): PersonAddress[] {
    const connector = this.registry.find(channel);
    const typed = connector
      ? this.accountsOf(channel, account ?? null).map((each) =>
          typedSender(connector, each as typeof DEFAULT_ACCOUNT, text),
        )
      : [text.trim()];
    const senders = new Set(typed.flatMap((each) => (each !== undefined && canBeStored(each) ? [each] : [])));
    if (senders.size === 0) throw notASender();
    return [...senders].map((senderId) => ({ channel, account: account ?? null, senderId }));
  }

  private accountsOf(channel: string, account: string | null): string[] {
    if (account !== null) return [account];
    const known =
      this.registry
        .find(channel)
        ?.accounts()
        .map((each) => each.account) ?? [];
    return known.length === 0 ? [DEFAULT_ACCOUNT] : [...known];
  }
}

/** An empty one would stand in every text. */
const canBeStored = (sender: string): boolean =>
  sender !== '' && sender.isWellFormed() && !sender.includes('\0');

const isSame = ({ channel, account, senderId }: PersonAddress, key: SenderKey): boolean =>
  channel === key.channel && senderId === key.senderId && (account ?? key.account) === key.account;

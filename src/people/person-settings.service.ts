import { isRecord } from '../common/index.js';
import { Injectable } from '@nestjs/common';
import { type AccountId, ConnectorRegistry, DEFAULT_ACCOUNT, typedSender } from '../channels/index.js';
import { APPROVAL_TARGET, GatehouseConfig, itemPath, keyPath } from '../config/index.js';
import { Footprint, type Person, Pseudonyms } from '../persistence/index.js';

/** A key or a text of the configuration. */
interface ConfigText {
  readonly path: string;
  readonly text: string;
  /** The channel whose senders the text may be. */
  readonly channel: string | undefined;
}

/** Finds the settings that name a person, such as `allowFrom`: erasing leaves the configuration as it is. */
@Injectable()
export class PersonSettings {
  constructor(
    private readonly config: GatehouseConfig,
    private readonly registry: ConnectorRegistry,
  ) {}

  /** The paths of settings of the file and the variables, in their order. */
  naming(person: Person): readonly string[] {
    const names = new Pseudonyms(new Footprint(person));
    const found = [...textsIn(this.config.raw)].filter(
      (each) => this.isSender(each, person) || names.isIn(each.text),
    );
    return [...new Set(found.map(({ path }) => path))];
  }

  /** In any of the spellings that the channel reads. */
  private isSender({ text, channel }: ConfigText, { addresses }: Person): boolean {
    const target = APPROVAL_TARGET.exec(text)?.groups;
    return addresses.some(
      (address) =>
        (address.channel === channel && this.isTyped(text, address)) ||
        (address.channel === target?.channel && this.isTyped(target.target ?? '', address)),
    );
  }

  private isTyped(text: string, { channel, account, senderId }: Person['addresses'][number]): boolean {
    const connector = this.registry.find(channel);
    if (!connector) return text.trim() === senderId;
    const all = connector.accounts().map((each) => each.account);
    const accounts = account === null ? [DEFAULT_ACCOUNT, ...all] : [account as AccountId];
    const bare = text.trim().replace(PREFIX, '');
    return accounts.some((each) =>
      [text, bare].some((form) => typedSender(connector, each, form) === senderId),
    );
  }
}

/** Marks of a sender in keys of `toolsBySender`, and in access keys. */
const PREFIX = /^(?:id|sender):\s*/i;

function* textsIn(value: unknown, path = '', channel?: string): Generator<ConfigText> {
  if (typeof value === 'string') yield { path, text: value, channel };
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* textsIn(item, itemPath(path, index), channel);
  if (!isRecord(value)) return;
  // As in a binding or in `alerts.to`.
  const own = typeof value.channel === 'string' ? value.channel : channel;
  for (const [key, item] of Object.entries(value)) {
    const at = keyPath(path, key);
    const below = path === 'channels' ? key : own;
    yield { path: at, text: key, channel: own };
    yield* textsIn(item, at, below);
  }
}

import { fieldsOf } from '../../common/index.js';
import type { ChannelSetup } from '../../plugins/index.js';
import type { Cli } from '../cli.js';
import { CliFailure, EXIT } from '../failure.js';
import { noSuchChannel } from '../gateway/known-channels.js';
import type { ConfigCode } from '../local/config.js';
import { DEFAULT_ACCOUNT } from './account-answers.js';

type Raw = Readonly<Record<string, unknown>>;

/** A channel that the file or a variable has settings for. */
export interface ConfiguredChannel {
  readonly channel: string;
  readonly section: Raw;
  /** Those that have settings of their own, else the one that the section is. */
  readonly accounts: readonly string[];
  /** Undefined for a channel whose plugin asks no questions, or is missing. */
  readonly setup?: ChannelSetup | undefined;
}

/** @throws CliFailure naming the channels that there are. @param raw the configuration as plain values */
export async function configuredChannel(
  { plugins }: Pick<ConfigCode, 'plugins'>,
  raw: Raw,
  channel: string,
): Promise<ConfiguredChannel> {
  const { defaults: _, ...channels } = objectIn(raw, 'channels');
  if (!Object.hasOwn(channels, channel) || isEmpty(channels[channel]))
    throw await noSuchChannel(channel, Object.keys(channels));
  const { OWN_SETUPS } = await import('../../app.sections.js');
  const section = objectIn(channels, channel);
  const named = Object.keys(objectIn(section, 'accounts'));
  return {
    channel,
    section,
    accounts: named.length === 0 ? [DEFAULT_ACCOUNT] : named,
    setup: [...OWN_SETUPS, ...plugins.setups].find((each) => each.channel === channel),
  };
}

/** The accounts that are meant: all of them, or the named one. @throws CliFailure naming those that there are */
export function accountsMeant({ channel, accounts }: ConfiguredChannel, account: string | undefined) {
  if (account === undefined) return accounts;
  if (accounts.includes(account)) return [account];
  throw new CliFailure(
    `${channel} has no account ${JSON.stringify(account)}; configured accounts: ${accounts.join(', ')}`,
    EXIT.usage,
  );
}

export const configFileOf = (cli: Cli): string => cli.world.environment().configFile;

const isEmpty = (value: unknown): boolean => value === undefined || value === null;

export function objectIn(raw: Raw, key: string): Raw {
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
  return fieldsOf(value);
}

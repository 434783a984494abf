import { DEFAULT_ACCOUNT } from '../../channels/index.js';

/** The area of the configuration to set up. */
const SECTION = 'channels.imbridge';

type Raw = Readonly<Record<string, unknown>>;

/** The location of a present or future account in the configuration file. */
export interface AccountPlace {
  /** Path of its settings: the channel's own, or below `accounts`. */
  readonly base: string;
  readonly isThere: boolean;
  /** A new account whose webhook has no secret yet; without one its bridge's password would be used. */
  readonly needsSecret: boolean;
  /** Further settings to write, so that the account takes effect and no other one is lost. */
  readonly beside: Raw;
}

/** @param raw the configuration file as plain values */
export function accountPlace(raw: Raw, account: string): AccountPlace {
  const section = objectIn(objectIn(raw, 'channels'), 'imbridge');
  const named = objectIn(section, 'accounts');
  const isAlone = Object.keys(named).length === 0;
  const hasTop = isSet(section.serverUrl) || isSet(section.password);
  const enabled = switchedOn(section, SECTION);
  const needsSecret = !hasTop && !isSet(section.webhookSecret);
  if (account === DEFAULT_ACCOUNT && isAlone)
    return { base: SECTION, isThere: hasTop, needsSecret, beside: enabled };
  const base = `${SECTION}.accounts.${account}`;
  // With named accounts the top level is no account any more; an empty entry, which inherits its settings, keeps it.
  const kept = isAlone && hasTop ? { [`${SECTION}.accounts.${DEFAULT_ACCOUNT}`]: {} } : {};
  const beside = { ...enabled, ...kept, ...switchedOn(objectIn(named, account), base) };
  const isThere = Object.hasOwn(named, account);
  // One at the top level, which it would inherit, is that of another account with the same path.
  return { base, isThere, needsSecret: !isThere, beside };
}

/** Null unsets the setting. */
const switchedOn = ({ enabled }: Raw, base: string): Raw =>
  enabled === false ? { [`${base}.enabled`]: null } : {};

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

function objectIn(raw: Raw, key: string): Raw {
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {};
}

import { listOf, numberOf, recordOf, textOf } from '../../channels/kit/index.js';
import { comparable, credentialsOf, decode, matches } from '../settings/credentials.js';

/** A webhook in the bridge's list. Its URL contains a secret, so neither is ever logged (wire 2.9). */
export interface ListedWebhook {
  readonly id: number;
  readonly url: string;
  readonly events: readonly unknown[];
}

/** Rows that cannot be read are left out. */
export const listedWebhooks = (data: unknown): readonly ListedWebhook[] =>
  listOf(data).flatMap((value) => {
    const row = recordOf(value);
    const [id, url] = [numberOf(row?.id), textOf(row?.url)];
    return id === undefined || url === undefined ? [] : [{ id, url, events: listOf(row?.events) }];
  });

/** Origin and path, without a slash at the end, query or credentials; undefined for what is no URL. */
export function addressOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed ? parsed.origin + parsed.pathname.replace(/\/+$/, '') : undefined;
}

/** Whether the webhook leads to one of these addresses, whatever its query or credentials. */
export const leadsTo = ({ url }: ListedWebhook, addresses: readonly string[]): boolean => {
  const at = addressOf(url);
  return addresses.some((address) => addressOf(address) === at);
};

export const pathOf = ({ url }: ListedWebhook): string | undefined => URL.parse(url)?.pathname;

/** Whether its calls carry the secret; the bridge turns credentials in the URL into a header (wire 3.1). */
export function carries({ url }: ListedWebhook, secret: string): boolean {
  const parsed = URL.parse(url);
  if (!parsed) return false;
  const { search, username, password } = parsed;
  const pair = [username, password].map(decode).join(':');
  const authorization = pair === ':' ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`;
  const presented = credentialsOf({ url: search, headers: { authorization } });
  return matches(comparable(secret), presented.map(comparable));
}

/** Whether all these events come by it. */
export const brings = ({ events }: ListedWebhook, wanted: readonly string[]): boolean =>
  events.includes('*') || wanted.every((name) => events.includes(name));

/** Whether it has these events and no others. */
export const hasExactly = ({ events }: ListedWebhook, wanted: readonly string[]): boolean =>
  new Set(events).size === wanted.length && wanted.every((name) => events.includes(name));

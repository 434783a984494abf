import { GROUP_EVENTS } from '../inbound/webhook-events.js';
import { brings, carries, hasExactly, leadsTo, type ListedWebhook, pathOf } from './registered-webhooks.js';

/**
 * The events we subscribe to (wire 3.2); a single unknown name would make the bridge refuse the whole registration.
 * Typing indicators and read states of chats are left out: they have no effect here, and each would be a call.
 */
export const WEBHOOK_EVENTS = [
  'new-message',
  'updated-message',
  'message-send-error',
  ...GROUP_EVENTS,
  'hello-world',
] as const;

/**
 * The way in which the bridge's list differs from what should be in it: no webhook leads here, or one without our secret
 * or without some of our events, or not as we register it, or several do, or one still leads to our last address.
 */
export type RegistrationFault = 'missing' | 'secret' | 'events' | 'form' | 'several' | 'moved';

/** Our webhook in the bridge's list. */
export interface RegistrationView {
  /** The address to which ours should lead, without the secret; undefined where only a person knows the origin. */
  readonly address: string | undefined;
  /** The first one counts. */
  readonly faults: readonly RegistrationFault[];
  /** Webhooks that lead here, or to our last address. */
  readonly own: readonly ListedWebhook[];
  /** Webhooks with our path that lead to other programs. */
  readonly others: readonly ListedWebhook[];
}

interface Wanted {
  readonly path: string;
  readonly secret: string;
}

/** The URL that we register. */
export const urlAt = (address: string, secret: string): string =>
  `${address}?password=${encodeURIComponent(secret)}`;

/**
 * Judges a list where our address is known.
 * @param before our address at the last registration
 */
export function judgeAt(
  rows: readonly ListedWebhook[],
  { path, secret }: Wanted,
  { address, before = address }: { readonly address: string; readonly before: string | undefined },
): RegistrationView {
  const own = rows.filter((row) => leadsTo(row, [address, before]));
  const here = own.filter((row) => leadsTo(row, [address]));
  const faults = faultsOf(here, secret);
  if (here.length > 1) faults.push('several');
  if (own.length > here.length) faults.push('moved');
  const isRight = here.some((row) => row.url === urlAt(address, secret) && hasExactly(row, WEBHOOK_EVENTS));
  if (faults.length === 0 && !isRight) faults.push('form');
  const others = rows.filter((row) => pathOf(row) === path && !own.includes(row));
  return { address, faults, own, others };
}

/** Judges a list where only a person knows our origin: any origin may be ours, if its webhook has our secret. */
export function judgeByHand(rows: readonly ListedWebhook[], { path, secret }: Wanted): RegistrationView {
  const entered = rows.filter((row) => pathOf(row) === path);
  const own = entered.filter((row) => carries(row, secret));
  const others = own.length === 0 ? [] : entered.filter((row) => !own.includes(row));
  return { address: undefined, faults: faultsOf(entered, secret), own, others };
}

function faultsOf(rows: readonly ListedWebhook[], secret: string): RegistrationFault[] {
  const trusted = rows.filter((row) => carries(row, secret));
  if (rows.length === 0) return ['missing'];
  if (trusted.length === 0) return ['secret'];
  return trusted.some((row) => brings(row, WEBHOOK_EVENTS)) ? [] : ['events'];
}

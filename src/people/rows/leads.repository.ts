import { sql } from 'kysely';
import type { IdLead, Lead, Leads } from '../../persistence/index.js';
import type { Footprint } from '../person.js';
import { ALL, anyOf, at, type Condition, isOneOf, NONE, ofSender } from './statements.repository.js';

type Lookup = (footprint: Footprint, column: string) => Condition;

/** As the ledger names the person: `channel:sender id`, and the id of a user. An account of ours is in no such name. */
const payers = ({ person: { addresses, userId } }: Footprint): string[] => [
  ...addresses.map(({ channel, senderId }) => `${channel}:${senderId}`),
  ...(userId === null ? [] : [userId]),
];

const payerPlaces = ({ places }: Footprint): string[] =>
  places.map(({ channel, account, conversation }) => `${channel}:${account}:${conversation}`);

const ofUser =
  (lookup: (userId: string, column: string) => Condition): Lookup =>
  ({ person: { userId } }, column) =>
    userId === null ? NONE : lookup(userId, column);

const LOOKUPS: Readonly<Record<Exclude<Lead, IdLead>, Lookup>> = {
  sender: ofSender,
  place: ({ places }) => at(places),
  user: ofUser((userId, column) => sql`${sql.ref(column)} = ${userId}`),
  keys: ({ keys }, column) => isOneOf(column, [...keys]),
  payer: (footprint, column) => isOneOf(column, payers(footprint)),
  payerPlace: (footprint, column) => isOneOf(column, payerPlaces(footprint)),
  anyPayer: (footprint, column) =>
    isOneOf(column, [...payers(footprint), ...payerPlaces(footprint), ...footprint.keys]),
  // An id that begins with who made the record.
  maker: ofUser((userId, column) => {
    const owner = `user:${userId} `;
    return sql`substr(${sql.ref(column)}, 1, ${owner.length}) = ${owner}`;
  }),
  voter: ({ person }, column) =>
    anyOf(
      person.addresses.map(({ channel, account, senderId }) => {
        const ofAccount = account === null ? ALL : sql`polls.account = ${account}`;
        return sql`(${sql.ref(column)} = ${senderId} and exists (select 1 from polls where polls.id = poll_id
          and polls.channel = ${channel} and ${ofAccount}))`;
      }),
    ),
};

const IDS: Readonly<Record<IdLead, (footprint: Footprint) => Iterable<string>>> = {
  events: ({ events }) => events,
  approvals: ({ approvals }) => approvals,
  // Files may be recorded before their entry, under the id that it will have (`entryIdOf` of conversations).
  entries: ({ events, lines: { own, shared } }) =>
    new Set([...own, ...shared, ...[...events].map((id) => `msg${id.slice(id.indexOf('_'))}`)]),
  lines: ({ lines: { own, shared } }) => [...own, ...shared],
  ownLines: ({ lines }) => lines.own,
  sharedLines: ({ lines }) => lines.shared,
  deliveries: ({ deliveries: { own, shared } }) => [...own, ...shared],
  ownDeliveries: ({ deliveries }) => deliveries.own,
  sharedDeliveries: ({ deliveries }) => deliveries.shared,
};

/** The rows to which columns lead: by many ids, of which a statement takes some, or by a condition. */
export type Found =
  { readonly column: string; readonly ids: Iterable<string> } | { readonly where: Condition };

export function foundBy(leads: Leads, footprint: Footprint): Found {
  const all = Object.entries(leads) as [string, Lead][];
  for (const [column, lead] of all) if (isIdLead(lead)) return { column, ids: IDS[lead](footprint) };
  const conditions = all.map(([column, lead]) => LOOKUPS[lead as Exclude<Lead, IdLead>](footprint, column));
  return { where: anyOf(conditions) };
}

const isIdLead = (lead: Lead): lead is IdLead => lead in IDS;

import { sql } from 'kysely';
import type { PersonalTable, Row, Schema } from '../../persistence/index.js';
import { type Footprint, isOneOfThem, isOnTheirs } from '../person.js';
import type { Pseudonyms } from '../pseudonyms.js';
import { ALL, type Condition, mentions } from './statements.repository.js';

/** Where a table needs more than the marks of its columns. */
export type Exceptions = {
  readonly [T in keyof Schema]?: {
    /** Adds the ids of its rows, and what leads to those of other tables. Reads only. */
    readonly find?: (footprint: Footprint) => Promise<void>;
    /** Does nothing when called again; in transactions of a few hundred rows. */
    readonly erase?: (footprint: Footprint, table: PersonalTable) => Promise<void>;
  };
};

/** Tables whose columns do not say whose a row is, but what stands in them: a condition finds some, and each is judged. */
export interface Judge<T extends keyof Schema = keyof Schema> {
  readonly where: Condition;
  readonly isTheirs: (row: Row<T>) => boolean;
}
type Judges = { readonly [T in keyof Schema]?: (footprint: Footprint, names: Pseudonyms) => Judge<T> };

export const JUDGES: Judges = {
  /** The choices for the person's own sessions, and the stops of their conversations. */
  sessions: (footprint) => ({
    where: mentions(['session_key'], sessionEndsOf(footprint)),
    isTheirs: ({ session_key }) => isSessionOfThem(footprint, session_key),
  }),
  /** Kept so that a repeat sends nothing; a message to the person counts as done nowhere any more. */
  operator_sends: ({ deliveries: { own } }, names) => ({
    where: ALL,
    isTheirs: ({ delivery_ids, answer }) =>
      (JSON.parse(delivery_ids) as string[]).some((id) => own.has(id)) || names.isIn(answer ?? ''),
  }),
  /** The same id on another channel, or another account, is another address. */
  connector_state: ({ addresses, person }, names) => ({
    where: mentions(['key', 'value'], addresses),
    isTheirs: (row) => isOnTheirs(person, row) && (names.isInName(row.key) || names.isInName(row.value)),
  }),
  /** A delivery to a group is known by its id alone; messages that only name the person go out with the pseudonym. */
  webhook_messages: (footprint) => ({
    where: sql`type = 'delivery.dead'`,
    isTheirs: ({ body }) => isTold(footprint, JSON.parse(body) as { readonly data?: Told }),
  }),
  dead_jobs: (footprint, names) => ({ where: ALL, isTheirs: (job) => isJobOfThem(footprint, names, job) }),
};

/** By what a job is about, or by a lane that is the person's own. */
export const isJobOfThem = (
  { events, deliveries, approvals }: Footprint,
  names: Pseudonyms,
  { key, payload, last_error }: Pick<Row<'jobs'>, 'key' | 'payload' | 'last_error'>,
): boolean =>
  Object.values(JSON.parse(payload) as Record<string, string>).some(
    (id) => events.has(id) || deliveries.own.has(id) || approvals.has(id),
  ) ||
  names.isInName(key) ||
  names.isIn(last_error ?? '');

/** The parts of a message to a webhook that may tell of people, by the names that `News` gives. */
interface Told {
  readonly event_id?: string | null;
  readonly joined_event_ids?: readonly string[];
  readonly delivery_id?: string | null;
  readonly channel?: string;
  readonly account?: string;
  readonly conversation_id?: string | null;
  readonly sender_id?: string;
}

function isTold(footprint: Footprint, { data = {} }: { readonly data?: Told }): boolean {
  const { events, deliveries, person } = footprint;
  const ids = [data.event_id, data.delivery_id, ...(data.joined_event_ids ?? [])];
  const sets = [events, deliveries.own, deliveries.shared];
  if (ids.some((id) => sets.some((set) => set.has(id ?? '')))) return true;
  const { channel = '', account = '', sender_id: senderId = null } = data;
  if (footprint.isDirect({ channel, account, conversation: data.conversation_id ?? '' })) return true;
  return isOneOfThem(person, { channel, account, senderId });
}

/** A direct chat's own session, and that of a `/stop` in a conversation, as `session-key.ts` makes their keys. */
const DIRECT = /^agent:[^:]+:(?<own>[^:]+:direct:.*)$/s;
const OF_SEVERAL = /:(?:group|channel):/;

/** The ends of the keys of the person's own sessions, and of the stops in their direct conversations; to look rows up. */
export const sessionEndsOf = ({ person, places }: Footprint): readonly string[] => [
  ...person.addresses.map(({ channel, senderId }) => `:${channel}:direct:${senderId}`),
  ...places.map((each) => `:stop:${each.channel}:${each.account}:${each.conversation}`),
];

/**
 * Whether only the person talks in a session, by its whole key: a direct chat's own one, or that of a `/stop` of theirs.
 * The key names no account.
 */
export function isSessionOfThem({ person, places }: Footprint, key: string): boolean {
  const own = person.addresses.map(({ channel, senderId }) => `${channel}:direct:${senderId}`);
  const isOwn = (session: string) => own.includes(DIRECT.exec(session)?.groups?.own ?? '');
  if (isOwn(key)) return true;
  return places.some(({ channel, account, conversation }) => {
    const stop = `:stop:${channel}:${account}:${conversation}`;
    if (!key.endsWith(stop)) return false;
    const session = key.slice(0, -stop.length);
    // Of the shared main session too, which has no other place in its key.
    return isOwn(session) || !(DIRECT.test(session) || OF_SEVERAL.test(session));
  });
}

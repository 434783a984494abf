import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { ConnectorRegistry, describesConversations } from '../../channels/index.js';
import { Clock } from '../../common/index.js';
import {
  Database,
  type DirectPlace,
  type Footprint,
  HoldsPersonal,
  isOneOfThem,
  personal,
  type PersonalRecord,
  type PersonalRecords,
  Pseudonyms,
  type Row,
  type Tx,
} from '../../persistence/index.js';

import { isSessionOfThem, sessionEndsOf } from '../sessions/personal-sessions.js';

type EventRow = Row<'inbound_events'>;

/** The session of events whose sender was erased. */
const NO_SESSION = 'erased';

/**
 * The received events of a person. Their rows stay, with nothing but their inbox keys, times and outcomes, so that an
 * old event that the service brings again is still a duplicate.
 */
@HoldsPersonal('events', 'inbound_events', 'conversations')
@Injectable()
export class PersonalEvents implements PersonalRecords {
  constructor(
    private readonly db: Database,
    private readonly registry: ConnectorRegistry,
    private readonly clock: Clock,
  ) {}

  async find(footprint: Footprint): Promise<void> {
    await this.findPlaces(footprint);
    const named = personal.mentions(['session_key'], sessionEndsOf(footprint));
    const where = sql`(${personal.ofSender(footprint)} or ${personal.at(footprint.places)} or ${named})`;
    for await (const row of personal.rowsWhere(this.db.on(), { table: 'inbound_events', key: 'id', where })) {
      if (!isTheirs(footprint, row)) continue;
      footprint.events.add(row.id);
      const place = placeOf(row);
      if (place && !footprint.isKnown(place)) footprint.addPlace(place, await this.isDirect(place));
    }
  }

  senders(channel: string) {
    return personal.sendersIn(this.db.on(), { table: 'inbound_events', key: 'id' }, channel);
  }

  async *list(footprint: Footprint): AsyncGenerator<PersonalRecord> {
    const rows = personal.rowsById(this.db.on(), { table: 'inbound_events', key: 'id' }, footprint.events);
    for await (const { payload: _payload, session_key: _session, inbox_key: _key, ...record } of rows)
      if (record.sender_id !== null || record.conversation_id !== null) yield { kind: 'events', record };
    for (const record of await personal.rowsOf(this.db.on(), 'conversations', personal.at(footprint.places)))
      yield { kind: 'conversations', record: { ...record } };
  }

  async erase(footprint: Footprint): Promise<void> {
    const names = new Pseudonyms(footprint);
    await personal.inPortions(this.db, footprint.events, (tx, ids) => this.empty(tx, names, ids));
    await this.db.transaction((tx) =>
      personal.deleteWhere(this.db.on(tx), 'conversations', personal.at(footprint.places)),
    );
  }

  private async empty(tx: Tx, names: Pseudonyms, ids: readonly string[]): Promise<void> {
    const rows = await personal.rowsOf(this.db.on(tx), 'inbound_events', personal.isOneOf('id', ids));
    for (const row of rows)
      await this.db
        .on(tx)
        .updateTable('inbound_events')
        .set({ ...EMPTY, ...(row.state === 'done' ? {} : this.dropped()), inbox_key: keyWithout(names, row) })
        .where('id', '=', row.id)
        .execute();
  }

  private dropped() {
    return { state: 'done', outcome: 'dropped', reason: 'erased', processed_at: this.clock.now() } as const;
  }

  /** Conversations with the person alone: the channel can tell by their ids, or the person wrote or asked there. */
  private async findPlaces(footprint: Footprint): Promise<void> {
    const { addresses } = footprint.person;
    const channels = [...new Set(addresses.map(({ channel }) => channel))];
    const where = sql`kind = 'direct' and ${personal.isOneOf('channel', channels)}`;
    for await (const row of personal.rowsWhere(this.db.on(), { table: 'conversations', key: 'id', where })) {
      const place = { channel: row.channel, account: row.account, conversation: row.conversation_id };
      if (this.isWith(footprint, place)) footprint.addPlace(place);
    }
  }

  private isWith({ person }: Footprint, place: DirectPlace): boolean {
    return isOneOfThem(person, { ...place, senderId: this.describe(place)?.sender ?? null });
  }

  /** Whether only one person talks there; a place that nothing tells of is taken for a group. */
  private async isDirect(place: DirectPlace): Promise<boolean> {
    const kind = this.describe(place)?.conversation.kind;
    if (kind !== undefined) return kind === 'direct';
    const known = await personal.rowsOf(this.db.on(), 'conversations', personal.at([place]));
    return known[0]?.kind === 'direct';
  }

  private describe({ channel, account, conversation }: DirectPlace) {
    const connector = this.registry.find(channel);
    if (!connector || !describesConversations(connector)) return undefined;
    const [of, id] = [account, conversation] as Parameters<typeof connector.describeConversation>;
    return connector.describeConversation(of, id);
  }
}

/** All that an event tells of its sender. */
const EMPTY = {
  sender_id: null,
  conversation_id: null,
  session_key: NO_SESSION,
  joined_by: null,
  payload: '',
  judged: null,
  turn: null,
} as const satisfies Partial<EventRow>;

const placeOf = ({ channel, account, conversation_id }: EventRow): DirectPlace | undefined =>
  conversation_id === null ? undefined : { channel, account, conversation: conversation_id };

/** From the person, or in a conversation or session with them alone; the condition of the query finds more. */
function isTheirs(footprint: Footprint, row: EventRow): boolean {
  const { person } = footprint;
  const { channel, account, sender_id: senderId, session_key: key } = row;
  if (isOneOfThem(person, { channel, account, senderId })) return true;
  const place = placeOf(row);
  if (place && footprint.isDirect(place)) return true;
  const isAtTheirs = person.addresses.some(
    (each) => each.channel === channel && (each.account ?? account) === account,
  );
  return isAtTheirs && isSessionOfThem(footprint, key);
}

/** A key that names the person is hashed: what it was for, such as an answer to an offered file, is over. */
const keyWithout = (names: Pseudonyms, { inbox_key: key }: EventRow): string =>
  names.isIn(key) ? `erased:${createHash('sha256').update(key).digest('hex')}` : key;

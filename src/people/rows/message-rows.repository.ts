import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { ConnectorRegistry, describesConversations } from '../../channels/index.js';
import { Clock, newId } from '../../common/index.js';
import {
  Database,
  ERASED,
  ERASED_CONTENT,
  type PersonalTable,
  type Row,
  type Tx,
} from '../../persistence/index.js';
import { type DirectPlace, type Footprint, isOneOfThem, isOnTheirs } from '../person.js';
import { Pseudonyms } from '../pseudonyms.js';
import { type Exceptions, isSessionOfThem, sessionEndsOf } from './exceptions.repository.js';
import {
  at,
  deleteWhere,
  inPortions,
  isOneOf,
  mentions,
  ofSender,
  rowsOf,
  rowsWhere,
  updateWhere,
} from './statements.repository.js';

type Delivery = Row<'deliveries'>;

/** The messages of a person and ours to them: whose each is depends on who else reads the conversation. */
@Injectable()
export class MessageRows {
  readonly exceptions: Exceptions = {
    inbound_events: {
      find: (footprint) => this.findEvents(footprint),
      erase: (footprint, table) => this.emptyEvents(footprint, table),
    },
    transcript: {
      find: (footprint) => this.findLines(footprint),
      erase: (footprint, table) => this.eraseLines(footprint, table),
    },
    deliveries: { find: (footprint) => this.findDeliveries(footprint) },
  };

  constructor(
    private readonly db: Database,
    private readonly registry: ConnectorRegistry,
    private readonly clock: Clock,
  ) {}

  private async findEvents(footprint: Footprint): Promise<void> {
    await this.findPlaces(footprint);
    const named = mentions(['session_key'], sessionEndsOf(footprint));
    const where = sql`(${ofSender(footprint)} or ${at(footprint.places)} or ${named})`;
    for await (const row of rowsWhere(this.db.on(), { table: 'inbound_events', key: 'id', where })) {
      const place = placeOf(row);
      // The condition finds more.
      if (!isFromThem(footprint, row) && !(place && footprint.isDirect(place))) continue;
      footprint.events.add(row.id);
      if (place && !footprint.isKnown(place)) footprint.addPlace(place, await this.isDirect(place));
    }
  }

  /** Conversations with the person alone: the channel can tell by their ids, or the person wrote or asked there. */
  private async findPlaces(footprint: Footprint): Promise<void> {
    const channels = [...new Set(footprint.person.addresses.map(({ channel }) => channel))];
    const where = sql`kind = 'direct' and ${isOneOf('channel', channels)}`;
    for await (const row of rowsWhere(this.db.on(), { table: 'conversations', key: 'id', where })) {
      const place = { channel: row.channel, account: row.account, conversation: row.conversation_id };
      const senderId = this.describe(place)?.sender ?? null;
      if (isOneOfThem(footprint.person, { ...place, senderId })) footprint.addPlace(place);
    }
  }

  /** Whether only one person talks there; a place that nothing tells of is taken for a group. */
  private async isDirect(place: DirectPlace): Promise<boolean> {
    const kind = this.describe(place)?.conversation.kind;
    if (kind !== undefined) return kind === 'direct';
    const known = await rowsOf(this.db.on(), 'conversations', at([place]));
    return known[0]?.kind === 'direct';
  }

  private describe({ channel, account, conversation }: DirectPlace) {
    const connector = this.registry.find(channel);
    if (!connector || !describesConversations(connector)) return undefined;
    const [of, id] = [account, conversation] as Parameters<typeof connector.describeConversation>;
    return connector.describeConversation(of, id);
  }

  /**
   * The rows stay, with nothing but their inbox keys, times and outcomes. Those that lead to a conversation outlive it, and it
   * those that are found by it.
   */
  private async emptyEvents(footprint: Footprint, { blank }: PersonalTable): Promise<void> {
    const names = new Pseudonyms(footprint);
    const dropped = { state: 'done', outcome: 'dropped', reason: 'erased', processed_at: this.clock.now() };
    const empty = (isLeading: boolean) =>
      inPortions(this.db, footprint.events, async (tx, ids) => {
        const on = this.db.on(tx);
        for (const row of await rowsOf(on, 'inbound_events', isOneOf('id', ids))) {
          if (isFromThem(footprint, row) !== isLeading) continue;
          const rest = row.state === 'done' ? {} : dropped;
          const set = { ...blank, ...rest, inbox_key: keyWithout(names, row) };
          await updateWhere(on, 'inbound_events', { set, where: isOneOf('id', [row.id]) });
        }
      });
    await empty(false);
    await this.db.transaction((tx) => deleteWhere(this.db.on(tx), 'conversations', at(footprint.places)));
    await empty(true);
  }

  private async findLines(footprint: Footprint): Promise<void> {
    const where = sql`(${ofSender(footprint)} or ${at(footprint.places)})`;
    for await (const line of rowsWhere(this.db.on(), { table: 'transcript', key: 'seq', where })) {
      const { channel, account, conversation_id: conversation } = line;
      const place = { channel, account, conversation };
      // A line of ours may be there because of what someone else wrote elsewhere.
      if (line.role === 'user') {
        footprint.events.add(line.event_id);
        footprint.addName(line.sender_name);
      }
      if (footprint.isDirect(place)) footprint.lines.own.add(line.id);
      else {
        footprint.addPlace(place, false);
        footprint.lines.shared.add(line.id);
      }
    }
    for (const place of footprint.sharedPlaces) await this.findAnswers(footprint, place);
  }

  /** The answers to the person in a group. */
  private async findAnswers({ events, lines }: Footprint, place: DirectPlace): Promise<void> {
    const where = sql`${at([place])} and role = 'assistant'`;
    for await (const line of rowsWhere(this.db.on(), { table: 'transcript', key: 'id', where }))
      if (events.has(line.event_id) && line.text !== ERASED) lines.shared.add(line.id);
  }

  /**
   * A direct conversation goes as a whole; in a group the person's lines, and the answers to them, stay as `[erased]`, so
   * that the lines of others keep their order and numbers. A replica that keeps a session in memory counts its lines, and
   * so sees by itself that some are gone, but not that some are others.
   */
  private async eraseLines({ lines }: Footprint, { blank = {} }: PersonalTable): Promise<void> {
    const theirs = { sender_id: null, sender_name: ERASED, remote_id: null };
    await inPortions(this.db, lines.shared, async (tx, ids) => {
      const on = this.db.on(tx);
      const emptied = on.updateTable('transcript').set(blank as Partial<Row<'transcript'>>);
      await this.renew(tx, await emptied.where('id', 'in', ids).returning('session_key').execute());
      await updateWhere(on, 'transcript', {
        set: theirs,
        where: sql`${isOneOf('id', ids)} and role = 'user'`,
      });
    });
    await inPortions(this.db, lines.own, async (tx, ids) => {
      await this.db.on(tx).deleteFrom('transcript').where('id', 'in', ids).execute();
    });
  }

  /** Replicas that keep these sessions in memory read them again (`SessionRepository`). */
  private async renew(tx: Tx, lines: readonly { readonly session_key: string }[]): Promise<void> {
    const now = this.clock.now();
    for (const session_key of [...new Set(lines.map((line) => line.session_key))].sort()) {
      const change = { revision: newId('rev', now), updated_at: now };
      await this.db
        .on(tx)
        .insertInto('sessions')
        .values({ session_key, begins_after: 0, ...change })
        .onConflict((conflict) => conflict.column('session_key').doUpdateSet(change))
        .execute();
    }
  }

  /** Requests to others to decide about what the person's message wanted done count as answers to them. */
  private async findDeliveries(footprint: Footprint): Promise<void> {
    const { places, sharedPlaces, deliveries, media, events, person } = footprint;
    const theirs = sql`(${at(places)} or ${ofSender(footprint, 'offered_to')})`;
    const caused = sql`(event_id is not null and (author = 'gateway' or ${at(sharedPlaces)}))`;
    const where = sql`(${theirs} or ${caused})`;
    const isForThem = ({ event_id, offered_to: senderId, channel, account }: Delivery) =>
      (event_id !== null && events.has(event_id)) || isOneOfThem(person, { channel, account, senderId });
    for await (const row of rowsWhere(this.db.on(), { table: 'deliveries', key: 'id', where })) {
      const place = { channel: row.channel, account: row.account, conversation: row.conversation_id };
      // Of what was not sent, and will not be, no one has to recognise a copy.
      if (footprint.isDirect(place) || (row.state !== 'sent' && isForThem(row))) deliveries.own.add(row.id);
      else if (isForThem(row) && row.content !== ERASED_CONTENT) deliveries.shared.add(row.id);
      else continue;
      if (row.media_id !== null) media.add(row.media_id);
    }
  }
}

const placeOf = ({ channel, account, conversation_id }: Row<'inbound_events'>): DirectPlace | undefined =>
  conversation_id === null ? undefined : { channel, account, conversation: conversation_id };

/** From the person, or in a session with them alone. */
function isFromThem(footprint: Footprint, row: Row<'inbound_events'>): boolean {
  const { channel, account, sender_id: senderId, session_key: key } = row;
  if (isOneOfThem(footprint.person, { channel, account, senderId })) return true;
  return isOnTheirs(footprint.person, row) && isSessionOfThem(footprint, key);
}

/** A key that names the person is hashed: what it was for, such as an answer to an offered file, is over. */
const keyWithout = (names: Pseudonyms, { inbox_key: key }: Row<'inbound_events'>): string =>
  names.isIn(key) ? `erased:${createHash('sha256').update(key).digest('hex')}` : key;

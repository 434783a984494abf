import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import {
  Database,
  type DirectPlace,
  type Footprint,
  HoldsPersonal,
  personal,
  type PersonalRecord,
  type PersonalRecords,
  type Row,
  type Tx,
} from '../../persistence/index.js';
import { isSessionOfThem, sessionEndsOf } from '../sessions/personal-sessions.js';
import { SessionRepository } from '../sessions/session.repository.js';

/** Stands for a text of a person who was erased, and for their name. */
export const ERASED = '[erased]';

type Line = Row<'transcript'>;

/**
 * The lines of a person. A direct conversation goes as a whole; in a group the person's lines, and the answers to them,
 * stay as `[erased]`, so that the lines of others keep their order and numbers.
 */
@HoldsPersonal('lines', 'transcript', 'sessions')
@Injectable()
export class PersonalLines implements PersonalRecords {
  constructor(
    private readonly db: Database,
    private readonly sessions: SessionRepository,
  ) {}

  async find(footprint: Footprint): Promise<void> {
    const where = sql`(${personal.ofSender(footprint)} or ${personal.at(footprint.places)})`;
    for await (const line of personal.rowsWhere(this.db.on(), { table: 'transcript', key: 'seq', where })) {
      const place = placeOf(line);
      // A line of ours may be there because of what somebody else wrote elsewhere.
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
  private async findAnswers(footprint: Footprint, place: DirectPlace): Promise<void> {
    const where = sql`${personal.at([place])} and role = 'assistant'`;
    for await (const line of personal.rowsWhere(this.db.on(), { table: 'transcript', key: 'id', where }))
      if (footprint.events.has(line.event_id) && line.text !== ERASED) footprint.lines.shared.add(line.id);
  }

  senders(channel: string) {
    return personal.sendersIn(this.db.on(), { table: 'transcript', key: 'seq' }, channel);
  }

  async *list({ lines }: Footprint): AsyncGenerator<PersonalRecord> {
    const ids = [...lines.own, ...lines.shared];
    for await (const { seq: _seq, session_key: _session, ...record } of this.linesOf(ids))
      if (record.text !== ERASED) yield { kind: 'messages', record };
  }

  async erase(footprint: Footprint): Promise<void> {
    await personal.inPortions(this.db, footprint.lines.shared, (tx, ids) => this.blank(tx, ids));
    await personal.inPortions(this.db, footprint.lines.own, (tx, ids) => this.delete(tx, ids));
    await this.eraseSessions(footprint);
  }

  private linesOf(ids: readonly string[]) {
    return personal.rowsById(this.db.on(), { table: 'transcript', key: 'id' }, ids);
  }

  private async blank(tx: Tx, ids: readonly string[]): Promise<void> {
    const theirs = { sender_id: null, sender_name: ERASED, remote_id: null } as const;
    const changed = await this.db
      .on(tx)
      .updateTable('transcript')
      .set({ text: ERASED, reply_to: null })
      .where('id', 'in', ids)
      .returning('session_key')
      .execute();
    await this.db
      .on(tx)
      .updateTable('transcript')
      .set(theirs)
      .where('id', 'in', ids)
      .where('role', '=', 'user')
      .execute();
    await this.renew(tx, changed);
  }

  private async delete(tx: Tx, ids: readonly string[]): Promise<void> {
    const gone = this.db.on(tx).deleteFrom('transcript').where('id', 'in', ids).returning('session_key');
    await this.renew(tx, await gone.execute());
  }

  /** Replicas that keep these sessions in memory read them again. */
  private async renew(tx: Tx, lines: readonly Pick<Line, 'session_key'>[]): Promise<void> {
    const keys = new Set(lines.map(({ session_key }) => session_key));
    for (const key of [...keys].sort()) await this.sessions.renew(tx, key);
  }

  /** The choices for the person's own sessions, and the stops of their conversations. */
  private async eraseSessions(footprint: Footprint): Promise<void> {
    const where = personal.mentions(['session_key'], sessionEndsOf(footprint));
    const keys: string[] = [];
    for await (const { session_key: key } of personal.rowsWhere(this.db.on(), {
      table: 'sessions',
      key: 'session_key',
      where,
    }))
      if (isSessionOfThem(footprint, key)) keys.push(key);
    await personal.inPortions(this.db, keys, (tx, portion) =>
      personal.deleteWhere(this.db.on(tx), 'sessions', personal.isOneOf('session_key', portion)),
    );
  }
}

const placeOf = ({ channel, account, conversation_id: conversation }: Line): DirectPlace => ({
  channel,
  account,
  conversation,
});

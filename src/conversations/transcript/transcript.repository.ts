import { Injectable } from '@nestjs/common';
import type { InboundEvent, RemoteMessageId } from '../../channels/index.js';
import { newId, type ForgetsPeople, RemembersPeople } from '../../common/index.js';
import { MessageFiles } from '../../media/index.js';
import {
  Database,
  deleteOldest,
  type DeletesOld,
  KeptFor,
  pick,
  prepared,
  preparedRows,
  type Row,
  type Tx,
} from '../../persistence/index.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { findableIn } from './history.repository.js';
import {
  entryIdOf,
  type NewEntryRow,
  type OwnEntry,
  rowOfEvent,
  rowOfHappening,
  rowOfOurs,
  type TranscriptEntry,
} from './transcript-entry.js';

/** A message changed by its own author. */
export interface AuthorsChange {
  readonly event: InboundEvent;
  readonly messageId: RemoteMessageId;
  /** Makes the new text of the message from the old one. */
  readonly rewritten: (was: string) => string;
  /** The message was taken back, so its files are deleted too. */
  readonly isTakenBack: boolean;
}

interface TouchedPlace extends Pick<InboundEvent, 'channel' | 'account' | 'conversation'> {
  /** The other person of a direct conversation, where it is they who wrote. */
  readonly sender?: Pick<InboundEvent['sender'], 'name'>;
}

const columnsOf = (entry: NewEntryRow): NewEntryRow => ({
  ...pick(entry, 'id', 'session_key', 'channel', 'account', 'conversation_id', 'event_id', 'created_at'),
  ...pick(entry, 'role', 'kind', 'sender_id', 'sender_name', 'text'),
  ...pick(entry, 'thread_id', 'remote_id', 'reply_to', 'delivery_id', 'history_from'),
});

const APPEND = preparedRows((sql, entries: readonly NewEntryRow[]) =>
  sql
    .insertInto('transcript')
    .values(entries.map(columnsOf))
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

const TOUCH_CONVERSATION = prepared((sql, place: Row<'conversations'>) =>
  sql
    .insertInto('conversations')
    .values({
      ...pick(place, 'id', 'channel', 'account', 'conversation_id'),
      ...pick(place, 'kind', 'name', 'created_at', 'last_message_at'),
    })
    .onConflict((conflict) =>
      conflict.columns(['channel', 'account', 'conversation_id']).doUpdateSet((eb) => ({
        last_message_at: eb.ref('excluded.last_message_at'),
        // Keeps the known name, because not every event names its place.
        name: eb.fn.coalesce('excluded.name', 'conversations.name'),
      })),
    ),
);

/** Replaces the text of a message that its author took back, or changed after losing access. */
export const TAKEN_BACK = '[taken back]';
export const EDITED = '[edited]';

/** How many entries of a place are looked through for its sessions. */
const LAST_ENTRIES = 100;

/** A busy conversation's row is written again only after this time, ms. */
const TOUCH_EVERY_MS = 60_000;
const MAX_TOUCHED = 5_000;

/** The transcript of each session: the assistant's memory and the operator's view. */
@KeptFor('transcript entries', ({ transcriptsDays }) => transcriptsDays)
@RemembersPeople()
@Injectable()
export class TranscriptRepository implements DeletesOld, ForgetsPeople {
  /** When this process last wrote the row of each conversation, keyed by the written values. */
  private readonly touched = new Map<string, number>();

  constructor(
    private readonly db: Database,
    private readonly files: MessageFiles,
    private readonly sessions: SessionRepository,
  ) {}

  /** Stores events, and after them a message of ours. Each event is stored once, however often this is called. */
  append(tx: Tx, entries: readonly TranscriptEntry[], ours?: OwnEntry): Promise<void> {
    const rows = entries.map(rowOfEvent);
    return APPEND(this.db.on(tx), ours ? [...rows, rowOfOurs(ours)] : rows);
  }

  appendOurs(tx: Tx, entry: OwnEntry): Promise<void> {
    return APPEND(this.db.on(tx), [rowOfOurs(entry)]);
  }

  appendHappening(tx: Tx, entry: OwnEntry): Promise<void> {
    return APPEND(this.db.on(tx), [rowOfHappening(entry)]);
  }

  /** The sessions of a place, as its last entries name them. */
  async sessionsAt(
    tx: Tx,
    { channel, account, conversation }: OwnEntry['place'],
  ): Promise<readonly string[]> {
    const last = this.db
      .on(tx)
      .selectFrom('transcript')
      .select('session_key')
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('conversation_id', '=', conversation)
      .orderBy('id', 'desc')
      .limit(LAST_ENTRIES);
    return [...new Set((await last.execute()).map(({ session_key }) => session_key))];
  }

  /**
   * Turns a heard message into one that is to be answered.
   * @returns its text; undefined when it was taken back or is not stored any more
   */
  async asQuestion(tx: Tx, eventId: string): Promise<string | undefined> {
    const row = await this.db
      .on(tx)
      .updateTable('transcript')
      .set({ kind: 'turn' })
      .where('id', '=', entryIdOf(eventId))
      .where('text', 'not in', [TAKEN_BACK, EDITED])
      .returning(['session_key', 'text'])
      .executeTakeFirst();
    if (row) await this.sessions.renew(tx, row.session_key);
    return row?.text;
  }

  /** Whether any entry of a place is stored. */
  async hasAny({ channel, account, conversation }: OwnEntry['place']): Promise<boolean> {
    const row = await this.db
      .on()
      .selectFrom('transcript')
      .select('id')
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('conversation_id', '=', conversation)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Applies an author's change to their message.
   * @returns false when the message is not stored, is by someone else, or is older than any history reaches
   */
  async rewrite(tx: Tx, { event, messageId, rewritten, isTakenBack }: AuthorsChange): Promise<boolean> {
    const rows = await this.authorsRows(tx, event, messageId);
    for (const { seq, text } of rows)
      await this.db
        .on(tx)
        .updateTable('transcript')
        .set({ text: rewritten(text) })
        .where('seq', '=', seq)
        .execute();
    const changed = new Set(rows.map(({ session_key }) => session_key));
    for (const sessionKey of [...changed].sort()) await this.sessions.renew(tx, sessionKey);
    if (isTakenBack)
      await this.files.forget(
        tx,
        rows.map(({ id }) => id),
      );
    return rows.length > 0;
  }

  private authorsRows(tx: Tx, event: AuthorsChange['event'], messageId: string) {
    return this.db
      .on(tx)
      .selectFrom('transcript')
      .select(['seq', 'id', 'session_key', 'text'])
      .where('remote_id', '=', messageId)
      .where('sender_id', '=', event.sender.id)
      .where('seq', 'in', findableIn(event))
      .execute();
  }

  /**
   * The stored time may be a minute behind, because writing it for each message would rewrite the row and its indices.
   * A direct conversation without a name of its own has that of the sender.
   */
  async touchConversation(tx: Tx, place: TouchedPlace, at: number): Promise<void> {
    const { channel, account, conversation, sender } = place;
    const name = conversation.name ?? (conversation.kind === 'direct' ? sender?.name : undefined) ?? null;
    const what = JSON.stringify([channel, account, conversation.id, conversation.kind, name]);
    if (Math.abs(at - (this.touched.get(what) ?? 0)) < TOUCH_EVERY_MS) return;
    tx.afterCommit(() => this.noteTouched(what, at));
    await TOUCH_CONVERSATION(this.db.on(tx), {
      id: newId('cnv', at),
      channel,
      account,
      conversation_id: conversation.id,
      kind: conversation.kind,
      name,
      created_at: at,
      last_message_at: at,
    });
  }

  private noteTouched(what: string, at: number): void {
    this.touched.delete(what);
    if (this.touched.size >= MAX_TOUCHED) this.touched.delete(this.touched.keys().next().value ?? '');
    this.touched.set(what, at);
  }

  /** Does the same for a place without an event at hand; a place that is not stored yet is not created. */
  async touchKnown(tx: Tx, { channel, account, conversation }: OwnEntry['place'], at: number): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('conversations')
      .set({ last_message_at: at })
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('conversation_id', '=', conversation)
      .execute();
  }

  /** Deletes entries, and then conversations without newer messages. */
  async deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    const range = { before, limit };
    const db = this.db.on(tx);
    const lines = { table: 'transcript', key: 'seq', age: 'created_at', idPrefix: 'msg' } as const;
    const said = await deleteOldest(db, lines, range);
    const silent = { table: 'conversations', key: 'id', age: 'last_message_at' } as const;
    return Math.max(said, await deleteOldest(db, silent, range));
  }

  /** The row of the conversation is written again with the next message. */
  forgetPeople(): void {
    this.touched.clear();
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { firstIdAt, timeOfId } from '../../common/index.js';
import type { Row } from '../../persistence/index.js';
import {
  type ConversationFilter,
  NewestConversationsRepository,
  type ReadConversation,
  type StoredPlace,
} from './newest-conversations.repository.js';

/** `last_message_at` is exact here. */
export interface Conversation extends Row<'conversations'> {
  /** Its place in the list, for the next page. */
  readonly key: string;
}

export interface ConversationPage extends ConversationFilter {
  readonly limit: number;
  /** The key of the last conversation of the previous page. */
  readonly before?: string | undefined;
}

/** The form of a conversation's key. */
export const CONVERSATION_KEY = /^[0-9a-z]{26}(\.\d{1,16}\.[0-9a-z_]{1,40})?$/;

/**
 * The newest line of a conversation is at most this much newer than the stored time of its last message: a minute (see
 * `TranscriptRepository.touchConversation`), and as much again for replicas whose clocks differ.
 */
const BEHIND_MS = 120_000;
/** With more conversations within that time, their order is that of the stored times. */
const MOST_COMPARED = 800;

/** A conversation with the moment of its newest line, which sorts by time and is never that of another. */
interface Dated {
  readonly row: ReadConversation;
  readonly moment: string;
}

interface Cursor {
  /** Conversations of this moment and newer ones were listed. */
  readonly moment: string;
  /** Those down to this stored place too. */
  readonly place: StoredPlace | undefined;
}

/**
 * Lists conversations by their newest message. The stored time of the last message is up to a minute old, because a
 * message must not cost a statement more (ADR 0102); so the exact order is made when someone looks, out of the lines
 * of the conversations of that minute.
 */
@Injectable()
export class NewestConversations {
  constructor(private readonly repository: NewestConversationsRepository) {}

  async find(id: string): Promise<Conversation | undefined> {
    const row = await this.repository.find(id);
    return row && shown(dated(row));
  }

  async page({ limit, before, ...filter }: ConversationPage): Promise<readonly Conversation[]> {
    const cursor = cursorIn(before);
    const found: Dated[] = [];
    let from = cursor?.place ?? (cursor && behind(timeOfId(cursor.moment)));
    for (;;) {
      const { rows, end } = await this.repository.slice(filter, from);
      found.push(...rows.map(dated).filter(({ moment }) => !cursor || moment < cursor.moment));
      const page = cursor?.place ? byPlace(found, limit, end, cursor) : byMoment(found, limit, end, cursor);
      if (page) return page;
      from = end;
      // Statements on SQLite hold the event loop.
      await nextTurn();
    }
  }
}

/** @returns undefined while older conversations may belong to the page */
function byMoment(
  found: readonly Dated[],
  limit: number,
  end: StoredPlace | undefined,
  cursor: Cursor | undefined,
): readonly Conversation[] | undefined {
  const newest = found.toSorted((a, b) => (a.moment < b.moment ? 1 : -1)).slice(0, limit);
  const last = newest[limit - 1];
  const isSettled = !end || (last && timeOfId(last.moment) > end.last_message_at + BEHIND_MS);
  if (isSettled) return newest.map(shown);
  return found.length < MOST_COMPARED ? undefined : byPlace(found, limit, end, cursor);
}

/** The same in the stored order, in which `found` is. */
const byPlace = (
  found: readonly Dated[],
  limit: number,
  end: StoredPlace | undefined,
  cursor: Cursor | undefined,
): readonly Conversation[] | undefined =>
  found.length < limit && end
    ? undefined
    : found.slice(0, limit).map((each) => {
        const { last_message_at, id } = each.row;
        return { ...shown(each), key: `${cursor?.moment ?? NEWEST}.${last_message_at}.${id}` };
      });

/** Sorts after every moment. */
const NEWEST = 'z'.repeat(26);

function dated(row: ReadConversation): Dated {
  const stored = firstIdAt('', row.last_message_at).slice(1) + row.id.slice(-16);
  const newest = [row.said, row.unanswered]
    .filter((id) => id !== null)
    .map((id) => id.slice(id.indexOf('_') + 1))
    .reduce((a, b) => (a > b ? a : b), '');
  const isNear = newest > stored && timeOfId(newest) <= row.last_message_at + BEHIND_MS;
  return { row, moment: isNear ? newest : stored };
}

function shown({ row: { said: _, unanswered: __, ...row }, moment }: Dated): Conversation {
  return { ...row, last_message_at: timeOfId(moment), key: moment };
}

function cursorIn(before: string | undefined): Cursor | undefined {
  if (before === undefined) return undefined;
  const [moment = '', at, id] = before.split('.');
  return { moment, place: at === undefined ? undefined : { last_message_at: Number(at), id: id ?? '' } };
}

/** The place before all conversations of that time, epoch ms. */
const behind = (at: number): StoredPlace => ({ last_message_at: at + 1, id: '' });

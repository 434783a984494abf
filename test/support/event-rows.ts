import type { Insertable } from 'kysely';
import { newId } from '../../src/common/index.js';
import type { Schema } from '../../src/persistence/index.js';

/* Rows that event streams tell. */

const PLACE = { channel: 'imbridge', account: 'default' };

/** A line of a transcript. */
export const lineOf = (text: string): Insertable<Schema['transcript']> => ({
  ...{ ...PLACE, id: newId('msg'), session_key: 's', conversation_id: 'c', event_id: 'e' },
  ...{ role: 'user', text, created_at: Date.now() },
});

/** @param at its time, epoch ms */
export const requestOf = (
  sender_id: string,
  at: number,
  id = newId('pair', at),
): Insertable<Schema['pairing_requests']> => ({
  ...{ ...PLACE, id, sender_id, code: sender_id, status: 'pending' },
  ...{ created_at: at, expires_at: at + 60_000 },
});

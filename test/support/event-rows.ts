import type { Insertable } from 'kysely';
import { newId } from '../../src/common/index.js';
import type { Schema } from '../../src/persistence/index.js';

/* Rows that event streams tell, or hint at. */

const PLACE = { channel: 'imbridge', account: 'default' };

/** A line of a transcript. */
export const lineOf = (text: string): Insertable<Schema['transcript']> => ({
  ...PLACE,
  id: newId('msg'),
  session_key: 's',
  conversation_id: 'c',
  event_id: 'e',
  role: 'user',
  text,
  created_at: Date.now(),
});

/** @param at its time, epoch ms */
export const requestOf = (
  sender_id: string,
  at: number,
  id = newId('pair', at),
): Insertable<Schema['pairing_requests']> => ({
  ...PLACE,
  id,
  sender_id,
  code: sender_id,
  status: 'pending',
  created_at: at,
  expires_at: at + 60_000,
});

/** A message that waits for its turn. */
export const eventOf = (inbox_key: string): Insertable<Schema['inbound_events']> => ({
  ...PLACE,
  id: newId('evt'),
  inbox_key,
  session_key: 's',
  conversation_id: 'c',
  sender_id: 'ann',
  state: 'pending',
  payload: '',
  received_at: Date.now(),
});

/** A message that waits to be sent. */
export const deliveryOf = (text: string): Insertable<Schema['deliveries']> => ({
  ...PLACE,
  id: newId('dlv'),
  conversation_id: 'c',
  content: JSON.stringify({ kind: 'text', text }),
  state: 'queued',
  attempts: 0,
  failures: 0,
  created_at: Date.now(),
});

/** A loop break that lasts. */
export const loopBreakOf = (conversation_id: string): Insertable<Schema['loop_breaks']> => ({
  ...PLACE,
  id: newId('lpb'),
  conversation_id,
  rounds: 9,
  times: 1,
  broken_at: Date.now(),
  ends_at: Date.now() + 3_600_000,
});

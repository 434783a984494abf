import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { newId } from '../../src/common/index.js';
import type { Database, Schema } from '../../src/persistence/index.js';
import { FAKE } from './fake-channel.js';

const AT = 1_700_000_000_000;
const BATCH = 200;

/** Stores people who were let in and answered once each, by plain inserts. */
export async function storePeople(db: Database, count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => from + index);
    await db.transaction(async (tx) => {
      const insert = async (table: keyof Schema, row: (n: number) => object) => {
        await db.on(tx).insertInto(table).values(numbers.map(row)).execute();
      };
      await insert('grants', grantOf);
      await insert('conversations', conversationOf);
      await insert('inbound_events', eventOf);
      await insert('transcript', (n) => lineOf(n, 'user'));
      await insert('transcript', (n) => lineOf(n, 'assistant'));
      await insert('deliveries', deliveryOf);
    });
  }
}

const place = (n: number) => ({
  channel: FAKE,
  account: DEFAULT_ACCOUNT,
  conversation_id: `chat-person-${n}`,
});
const idOf = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, '0')}`;

const grantOf = (n: number) => ({
  id: idOf('grt', n),
  channel: FAKE,
  account: DEFAULT_ACCOUNT,
  sender_id: `person-${n}`,
  sender_name: `Person ${n}`,
  source: 'operator',
  created_at: AT,
  created_by: 'token:owner',
});
const conversationOf = (n: number) => ({
  ...place(n),
  id: idOf('cnv', n),
  kind: 'direct',
  name: null,
  created_at: AT,
  last_message_at: AT,
});
const eventOf = (n: number) => ({
  ...place(n),
  id: idOf('evt', n),
  inbox_key: `old:${n}`,
  session_key: 'agent:main:main',
  sender_id: `person-${n}`,
  state: 'done',
  outcome: 'turn',
  payload: '',
  received_at: AT,
  processed_at: AT,
});
const lineOf = (n: number, role: 'user' | 'assistant') => ({
  ...place(n),
  id: role === 'user' ? idOf('msg', n) : newId('msg', AT),
  session_key: 'agent:main:main',
  role,
  sender_id: role === 'user' ? `person-${n}` : null,
  text: `${role} ${n} `.repeat(20),
  created_at: AT,
  event_id: idOf('evt', n),
});
const deliveryOf = (n: number) => ({
  ...place(n),
  id: idOf('dlv', n),
  content: JSON.stringify({ kind: 'text', text: `assistant ${n}` }),
  state: 'sent',
  event_id: idOf('evt', n),
  attempts: 1,
  failures: 0,
  remote_id: `sent-${n}`,
  created_at: AT,
  sent_at: AT,
});

const TOLD: readonly (keyof Schema)[] = [
  ...(['transcript', 'deliveries', 'inbound_events', 'conversations', 'grants', 'message_files'] as const),
  ...(['poll_votes', 'usage_calls', 'audit_log', 'pairing_requests'] as const),
];

/** A digest of each table, over the rows in which nothing of a person stands. */
export async function digests(
  db: Database,
  isTheirs: (row: string) => boolean,
): Promise<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const table of TOLD) {
    const rows = (await db.on().selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row));
    const others = rows.filter((row) => !isTheirs(row)).sort();
    result[table] = `${others.length} ${createHash('sha256').update(others.join('\n')).digest('hex')}`;
  }
  return result;
}

/** The forms in which a text may stand in a file. */
const formsOf = (text: string): Buffer[] => [
  ...[text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)].map((each) => Buffer.from(each)),
  Buffer.from(text, 'utf16le'),
  // Without its ends, which depend on the bytes around it.
  Buffer.from(Buffer.from(text).toString('base64').slice(0, -4)),
];

/** The files below a folder in whose bytes one of the texts stands, with the text. */
export function filesWith(folder: string, texts: readonly string[]): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return paths
    .filter((path) => statSync(path).isFile())
    .flatMap((path) => {
      const bytes = readFileSync(path);
      return texts
        .filter((text) => formsOf(text).some((form) => bytes.includes(form)))
        .map((text) => `${path}: ${text}`);
    });
}

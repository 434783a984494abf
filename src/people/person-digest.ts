import { createHash } from 'node:crypto';
import type { Person } from './person.js';

const CHARS = 12;

/** Stands for who is meant, all their ids: an erasing that names it erases no one else. */
export function digestOf({ addresses, userId }: Pick<Person, 'addresses' | 'userId'>): string {
  const senders = addresses.map(({ channel, account, senderId }) =>
    JSON.stringify([channel, account, senderId]),
  );
  const hash = createHash('sha256').update(JSON.stringify([userId, ...senders.sort()]));
  return hash.digest('hex').slice(0, CHARS);
}

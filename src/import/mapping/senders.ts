import { senderOfEntry } from '../../imbridge/index.js';

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id of the directory of Teams, in the form in which people are stored; names and accounts are none. */
export const directoryId = (text: string): string | undefined =>
  GUID.test(text) ? text.toLowerCase() : undefined;

/** A person of a bridge, by a phone number or an e-mail address; undefined for anything else, and for everyone. */
export function bridgePerson(text: string): string | undefined {
  const sender = senderOfEntry(text);
  return sender !== undefined && /^\+\d|@/.test(sender) ? sender : undefined;
}

import { session } from '../../api/session.js';
import { recall, remember } from '../../api/tab-memory.js';

/** A message that is not sent yet, or whose outcome is unknown. */
export interface Draft {
  readonly text: string;
  /** The last attempt to send it that got no answer: the same content again must have the same key. */
  readonly attempt?: { readonly key: string; readonly content: string };
}

/** Drafts belong to the person who wrote them. */
const nameOf = (conversation: string): string => `draft ${session.peek()?.actor ?? ''} ${conversation}`;

export function draftOf(conversation: string): Draft {
  const stored = recall(nameOf(conversation));
  return stored === undefined ? { text: '' } : (JSON.parse(stored) as Draft);
}

export function keepDraft(conversation: string, draft: Draft): void {
  const isEmpty = draft.text === '' && draft.attempt === undefined;
  remember(nameOf(conversation), isEmpty ? undefined : JSON.stringify(draft));
}

/**
 * The key under which a message is sent. When an answer is lost and the same is sent again, also after a reload, it has the
 * same key and goes out once.
 */
export function keyFor(conversation: string, text: string, content: string): string {
  const { attempt } = draftOf(conversation);
  const key = attempt?.content === content ? attempt.key : newKey();
  keepDraft(conversation, { text, attempt: { key, content } });
  return key;
}

/** The rest of a field whose content was sent while someone went on typing. */
export const withoutSent = (now: string, sent: string): string =>
  now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;

/** `crypto.randomUUID` is not there on plain http. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

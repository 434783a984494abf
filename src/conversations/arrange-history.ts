import type { HistoryEntry } from '../assistant/index.js';
import type { SpokenEntry } from './transcript.repository.js';

/** All of the history a model is given, characters: some 6,000 tokens, which the smallest windows in use still hold. */
const MAX_CHARS = 24_000;

/**
 * Puts what was said into the form models accept: within a budget, the oldest left out first; beginning with a
 * user; the sides taking turns, neighbours of one side joined. Where others than `sender` share the session,
 * their entries say who spoke.
 */
export function arrangeHistory(spoken: readonly SpokenEntry[], sender: string): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  for (const entry of withinBudget(spoken)) {
    const text = labelled(entry, sender);
    const last = entries.at(-1);
    if (last?.role === entry.role) entries[entries.length - 1] = { ...last, text: `${last.text}\n${text}` };
    else if (last || entry.role === 'user') entries.push({ role: entry.role, text });
  }
  // The question itself follows, and it is the user's.
  return entries.at(-1)?.role === 'user' ? [...entries, { role: 'assistant', text: '(no answer)' }] : entries;
}

function withinBudget(spoken: readonly SpokenEntry[]): readonly SpokenEntry[] {
  let left = MAX_CHARS;
  const first = spoken.findLastIndex(({ text }) => (left -= text.length) < 0);
  return spoken.slice(first + 1);
}

function labelled({ role, text, senderId, senderName }: SpokenEntry, sender: string): string {
  return role === 'user' && senderId !== null && senderId !== sender
    ? `[${senderName ?? senderId}] ${text}`
    : text;
}

/** Texts that are not sent yet, by conversation; they outlive a reload of the page, not the tab. */
const nameOf = (conversation: string) => `draft ${conversation}`;

export function draftOf(conversation: string): string {
  try {
    return sessionStorage.getItem(nameOf(conversation)) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(conversation: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(nameOf(conversation));
    else sessionStorage.setItem(nameOf(conversation), text);
  } catch {
    // A browser may refuse to store anything; the text is in its field all the same.
  }
}

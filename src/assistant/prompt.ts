import type { TurnInput, TurnMessage } from './runtime.js';

/** A message in the form models accept. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Shown behind the text; of users only. */
  readonly images?: readonly { readonly mimeType: string; readonly data: Uint8Array }[];
}

/**
 * The turn as models take it: beginning with a user; the sides taking turns, neighbours of one side joined.
 * Where others than the sender of the question speak, their entries say who.
 */
export function promptOf({
  history,
  message,
  alreadySaid,
}: Pick<TurnInput, 'history' | 'message' | 'alreadySaid'>): PromptMessage[] {
  const prompt: PromptMessage[] = [];
  for (const each of history) {
    const text = labelled(each, message);
    const last = prompt.at(-1);
    if (last?.role === each.role) prompt[prompt.length - 1] = { ...last, text: `${last.text}\n${text}` };
    else if (last || each.role === 'user') prompt.push({ role: each.role, text });
  }
  // The question itself follows, and it is the user's.
  if (prompt.at(-1)?.role === 'user') prompt.push({ role: 'assistant', text: '(no answer)' });
  return [...prompt, { role: 'user', text: message.text }, ...goOn(alreadySaid)];
}

/** What was sent before the answer broke off stands; the model is to add the rest. */
function goOn(alreadySaid: string): PromptMessage[] {
  if (alreadySaid === '') return [];
  const text =
    '[Your answer was interrupted here. What you wrote has been delivered: go on right behind it, without ' +
    'repeating any of it and without mentioning the interruption.]';
  return [
    { role: 'assistant', text: alreadySaid },
    { role: 'user', text },
  ];
}

function labelled({ role, text, from }: TurnMessage, { from: asker }: TurnMessage): string {
  return role === 'user' && from !== undefined && from.id !== asker?.id
    ? `[${from.name ?? from.id}] ${text}`
    : text;
}

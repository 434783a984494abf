import { Envelope } from './envelope.js';
import type { TurnInput, TurnMessage } from './runtime.js';

/** A message in the form models accept. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Shown behind the text; of users only. */
  readonly images?: readonly { readonly mimeType: string; readonly data: Uint8Array }[];
}

/**
 * The turn as models take it: beginning with a user; the sides taking turns, neighbours of one side joined. What
 * people wrote stands in envelopes (ADR 0017); a question from nowhere in particular stands as it is.
 */
export function promptOf({
  place,
  history,
  message,
  alreadySaid,
}: Pick<TurnInput, 'place' | 'history' | 'message' | 'alreadySaid'>): PromptMessage[] {
  const prompt: PromptMessage[] = [];
  const envelope = place && new Envelope(place, message.from);
  const write = (each: TurnMessage) => (envelope && each.role === 'user' ? envelope.write(each) : each.text);
  for (const each of history) {
    const last = prompt.at(-1);
    if (!last && each.role === 'assistant') continue;
    const text = write(each);
    if (last?.role === each.role) prompt[prompt.length - 1] = { ...last, text: `${last.text}\n${text}` };
    else prompt.push({ role: each.role, text });
  }
  // The question itself follows, and it is the user's.
  if (prompt.at(-1)?.role === 'user') prompt.push({ role: 'assistant', text: '(no answer)' });
  return [...prompt, { role: 'user', text: write(message), ...imagesOf(message) }, ...goOn(alreadySaid)];
}

function imagesOf({ attachments = [] }: TurnMessage): Pick<PromptMessage, 'images'> {
  const images = attachments.flatMap(({ mimeType, data }) => (data ? [{ mimeType, data }] : []));
  return images.length > 0 ? { images } : {};
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

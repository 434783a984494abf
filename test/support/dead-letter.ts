import type { DeadLetter } from '../../src/persistence/index.js';
import { eventually } from './eventually.js';
import type { Pipeline } from './pipeline.js';

/** Turns an admitted sender's message into a dead letter: the assistant fails until no attempt is left. */
export async function makeDeadLetter(
  p: Pipeline,
  { from, text }: { readonly from: string; readonly text: string },
): Promise<DeadLetter> {
  const { answer } = p.runtime;
  const known = new Set((await p.queue.deadLetters(9)).map(({ id }) => id));
  p.runtime.answer = () => Promise.reject(new TypeError('as planned'));
  await p.connector.receive(from, text, { inboxKey: `${from}:${text}` });
  const letter = await nextDeadLetter(p, known);
  p.runtime.answer = answer;
  return letter;
}

/** Ends the back-offs until there is a dead letter that is not `known`. */
export async function nextDeadLetter(
  { queue }: Pipeline,
  known: ReadonlySet<number> = new Set(),
): Promise<DeadLetter> {
  const found: DeadLetter[] = [];
  await eventually(async () => {
    await queue.expedite('inbound');
    found.push(...(await queue.deadLetters(9)).filter(({ id }) => !known.has(id)));
    return found.length > 0;
  });
  return found[0]!;
}

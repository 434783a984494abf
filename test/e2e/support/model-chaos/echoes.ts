import type { ModelMessage } from '../../../../simulators/index.js';

/** The text by which a call and an answer are known to be about a message. */
const ABOUT = /message (\d+) of (\d+)/g;

export const textOf = (message: number, person: number): string => `message ${message} of ${person}`;
const echoOf = (message: number, person: number): string => `echo: ${textOf(message, person)}`;

/** The last message that a text is about. */
export function aboutIn(text: string): { readonly message: number; readonly person: number } {
  const [, message, person] = [...text.matchAll(ABOUT)].at(-1) ?? [];
  return { message: Number(message), person: Number(person) };
}

/** What is left to say of the answer to the newest message of a prompt, behind the part that a model has said. */
export function restOfEcho(messages: readonly ModelMessage[]): string {
  const { message, person } = aboutIn(JSON.stringify(messages));
  const text = textOf(message, person);
  const at = messages.findLastIndex(({ content }) => JSON.stringify(content ?? '').includes(text));
  const said = messages.slice(at + 1).find(({ role }) => role === 'assistant')?.content;
  return echoOf(message, person).slice(typeof said === 'string' ? said.length : 0);
}

/** The texts that a person got. */
export interface Echoes {
  /** The numbers of the messages that were answered. */
  readonly answered: readonly number[];
  /** How many answers a budget has ended in the middle. */
  readonly brokenOff: number;
  /** How often the person was told of a used-up budget. */
  readonly notices: number;
  readonly others: readonly string[];
}

export function readEchoes(texts: readonly string[], person: number): Echoes {
  const kindOf = (text: string) => {
    if (text === echoOf(aboutIn(text).message, person)) return 'answered';
    if (/^echo:( message( \d+( of)?)?)?$/.test(text)) return 'brokenOff';
    return text.startsWith('Enough') ? 'notices' : 'others';
  };
  const of = (kind: ReturnType<typeof kindOf>) => texts.filter((text) => kindOf(text) === kind);
  return {
    answered: of('answered').map((text) => aboutIn(text).message),
    brokenOff: of('brokenOff').length,
    notices: of('notices').length,
    others: of('others'),
  };
}

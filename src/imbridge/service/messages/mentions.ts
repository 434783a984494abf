import { numberOf, recordOf, textOf, listOf } from '../client/json.js';

/** A person whom a message addresses by the service's own means. */
export interface Mention {
  readonly address: string;
  /** Where it stands in the text, and how long it is, UTF-16 units. */
  readonly start: number;
  readonly length: number;
}

/** How Apple marks a stretch of text that stands for somebody: their address is its value. */
const MENTION = /mention/i;

/**
 * The mentions of an attributed body, `[{string, runs: [{range: [start, length], attributes}]}]`. No webhook has one
 * (wire 3.3); a row that is fetched has it when asked for.
 * @returns undefined when there is none to read.
 */
export function readMentions(attributedBody: unknown): readonly Mention[] | undefined {
  if (attributedBody === null || attributedBody === undefined) return undefined;
  const bodies = Array.isArray(attributedBody) ? listOf(attributedBody) : [attributedBody];
  return bodies.flatMap((body) => listOf(recordOf(body)?.runs)).flatMap(mentionOf);
}

function mentionOf(run: unknown): readonly Mention[] {
  const { attributes, range } = recordOf(run) ?? {};
  const [start, length] = listOf(range).map((each) => numberOf(each));
  const address = Object.entries(recordOf(attributes) ?? {}).find(([name]) => MENTION.test(name))?.[1];
  const text = textOf(address);
  return text === undefined ? [] : [{ address: text, start: start ?? 0, length: length ?? 0 }];
}

import { listOf, numberOf, recordOf, textOf } from '../../../channels/kit/index.js';

/** A person mentioned with the service's own mention feature. */
export interface Mention {
  readonly address: string;
  /** The range in the text, in UTF-16 units. */
  readonly start: number;
  readonly length: number;
}

/** Apple's attribute of a mention, whose value is the person's address. */
const MENTION = /mention/i;

/**
 * The mentions of an attributed body, `[{string, runs: [{range: [start, length], attributes}]}]`. No webhook has one
 * (wire 3.3); a fetched row has it on request.
 * @returns undefined without a readable body
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

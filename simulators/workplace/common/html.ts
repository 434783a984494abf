import type { Json } from './json.js';
import { isObject, objects, text } from './json.js';

/** Escapes text as the service does in stubs, quotes, edits and Graph bodies. */
export const escapeHtml = (raw: string): string =>
  raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A mention whose tag is in the text word for word. */
export interface TaggedMention {
  readonly id: string;
  readonly name: string;
  /** `<at>Irene Paz</at>`. */
  readonly tag: string;
}

/** Returns the mention entities with an id and a text, and ignores all others. */
export const mentionsIn = (entities: unknown): TaggedMention[] =>
  objects(entities)
    .filter(({ type }) => type === 'mention')
    .flatMap((entity) => mentionOf(entity));

function mentionOf({ text: tag, mentioned }: Json): TaggedMention[] {
  const id = isObject(mentioned) ? text(mentioned.id) : undefined;
  const name = isObject(mentioned) ? text(mentioned.name) : undefined;
  return id === undefined || typeof tag !== 'string' || tag === '' ? [] : [{ id, name: name ?? '', tag }];
}

// Characters that people never type, so that a mark survives escaping and rendering.
const OPEN = '\uE000';
const CLOSE = '\uE001';

/** Calls `render` with marks instead of tags, then replaces each mark with the result of `mention`. */
export function withMentions(
  words: string,
  mentions: readonly TaggedMention[],
  parts: {
    readonly render: (marked: string) => string;
    readonly mention: (mention: TaggedMention, index: number) => string;
  },
): string {
  const marked = mentions.reduce((rest, { tag }, at) => rest.replaceAll(tag, `${OPEN}${at}${CLOSE}`), words);
  return parts.render(marked).replaceAll(new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g'), (_mark, at: string) => {
    const mention = mentions[Number(at)];
    return mention ? parts.mention(mention, Number(at)) : '';
  });
}

/** Escapes a person's plain text as one paragraph. */
export const paragraph = (words: string): string => `<p>${escapeHtml(words).replaceAll('\n', '<br>')}</p>`;

/** A mention in Graph's body (workchat-wire 5.6). */
export const graphMention = ({ name }: TaggedMention, index: number): string =>
  `<at id="${index}">${escapeHtml(name)}</at>`;

/** A mention in the html attachment of an activity (1.4). */
export const stubMention = ({ name }: TaggedMention, index: number): string =>
  `<span itemscope itemtype="http://schema.skype.com/Mention" itemid="${index}">${escapeHtml(name)}</span>`;

import type { Fields } from '../service/wire/json.js';

/** `@[Name](id)`, brackets in the name behind a backslash; only ids of people and bots count (wire 3.3). */
const MENTION =
  /@\[((?:\\.|[^\]\\\n]){1,200})\]\(((?:28:|29:|8:orgid:)[^()\s]{1,250}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/gi;
/** Text that would look like a mention of the service's own and is none. */
const TAG = /<(?=\/?at\b)/gi;
/** Code between backticks, in blocks and in lines: nothing in it is meant for anybody. */
const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]+`)/;

export interface Mentioning {
  readonly text: string;
  readonly entities: readonly Fields[];
}

/** Makes real mentions of those written so; the text and its entity say the same, or the service shows the tag. */
export function withMentions(text: string): Mentioning {
  const entities = new Map<string, Fields>();
  const shown = text.split(CODE).map((part, index) => {
    const words = part.replace(TAG, '&lt;');
    return index % 2 === 1
      ? words
      : words.replace(MENTION, (_, name: string, id: string) => tagFor(name, id));
  });
  return { text: shown.join(''), entities: [...entities.values()] };

  function tagFor(name: string, id: string): string {
    const plain = name.replace(/\\(.)/g, '$1');
    const tag = `<at>${escaped(plain)}</at>`;
    entities.set(`${tag} ${id}`, { type: 'mention', text: tag, mentioned: { id, name: plain } });
    return tag;
  }
}

const escaped = (name: string): string =>
  name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

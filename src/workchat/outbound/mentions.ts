import { FenceWatch } from '../../channels/index.js';
import { escaped } from '../service/wire/html.js';
import type { JsonRecord } from '../../channels/kit/index.js';

/** `@[Name](id)`, with brackets in the name escaped by a backslash; only ids of people and bots count (wire 3.3). */
const MENTION =
  /@\[((?:\\.|[^\]\\\n]){1,200})\]\(((?:28:|29:|8:orgid:)[^()\s]{1,250}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/gi;
/** Text that the service would read as a mention of its own. */
const TAG = /<(?=\/?at\b)/gi;
/** Code within a line: it contains no mentions, as blocks of code do not. */
const CODE = /(`+[^`\n]+`+)/;

export interface Mentioning {
  readonly text: string;
  readonly entities: readonly JsonRecord[];
}

/** Turns mentions in the text into real ones; text and entity must match, or the service shows the tag itself. */
export function withMentions(text: string): Mentioning {
  const entities = new Map<string, JsonRecord>();
  const fences = new FenceWatch();
  const shown = text
    .replace(TAG, '&lt;')
    .split('\n')
    .map((line) => (fences.addLine(line) ? line : lineWithTags(line)));
  return { text: shown.join('\n'), entities: [...entities.values()] };

  function lineWithTags(line: string): string {
    const tagged = (words: string) =>
      words.replace(MENTION, (_, name: string, id: string) => tagFor(name, id));
    return line
      .split(CODE)
      .map((part, index) => (index % 2 === 1 ? part : tagged(part)))
      .join('');
  }

  function tagFor(name: string, id: string): string {
    const plain = name.replace(/\\(.)/g, '$1');
    const tag = `<at>${escaped(plain)}</at>`;
    entities.set(`${tag} ${id}`, { type: 'mention', text: tag, mentioned: { id, name: plain } });
    return tag;
  }
}

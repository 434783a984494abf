import { object, objects, text, type Json } from '../common/json.js';

/** A card as terminal text: its texts, its inputs with their ids, its buttons with their titles. */
export function drawnCard(content: unknown): string {
  const { body, actions } = object(content);
  const buttons = objects(actions).map(({ title }) => `[${text(title) ?? '?'}]`);
  return [...objects(body).flatMap(drawn), buttons.join(' ')].filter((line) => line !== '').join('\n');
}

/** The lines of an element and its contents. */
function drawn(element: Json): readonly string[] {
  const { type, id, label, choices, items, columns, facts, inlines } = element;
  const inside = [items, columns, facts].flatMap((each) => objects(each).flatMap(drawn));
  if (typeof type === 'string' && type.startsWith('Input.'))
    return [`${text(id) ?? '?'} = ${text(label) ?? ''}`, ...objects(choices).map(choice)];
  if (type === 'RichTextBlock') return drawnRuns(inlines).split('\n');
  const own = [text(element.title), text(element.text) ?? text(element.value)].filter(Boolean).join(' ');
  return [...(own === '' ? [] : [withTimes(own)]), ...inside];
}

const choice = ({ title, value }: Json): string => `  ${text(value) ?? ''}: ${text(title) ?? ''}`;

/** Each run alone may hold a time. Spaces that do not break look like others, and a terminal breaks lines by itself. */
const drawnRuns = (inlines: unknown): string =>
  objects(inlines)
    .map((run) => withTimes(text(run.text) ?? ''))
    .join('')
    .replaceAll('\u00a0', ' ')
    .replaceAll('\u200b', '');

const TIME = /\{\{(DATE|TIME)\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)(?:, ?(?:COMPACT|SHORT|LONG))?\)\}\}/g;

/** Clients show a time in the zone of their reader; here that is the machine's. */
const withTimes = (words: string): string =>
  words.replace(TIME, (_, what: string, at: string) =>
    what === 'DATE'
      ? new Date(at).toLocaleDateString('en-GB', {
          weekday: 'short',
          day: 'numeric',
          month: 'short',
          year: 'numeric',
        })
      : new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }),
  );

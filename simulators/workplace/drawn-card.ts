import { type Json, object, objects, text } from './json.js';

/** A card as a terminal can show it: its texts, its inputs with their ids, its buttons by their titles. */
export function drawnCard(content: unknown): string {
  const { body, actions } = object(content);
  const buttons = objects(actions).map(({ title }) => `[${text(title) ?? '?'}]`);
  return [...objects(body).flatMap(drawn), buttons.join(' ')].filter((line) => line !== '').join('\n');
}

/** The lines of an element, and of what is in it. */
function drawn(element: Json): readonly string[] {
  const { type, id, label, choices, items, columns, facts } = element;
  const inside = [items, columns, facts].flatMap((each) => objects(each).flatMap(drawn));
  if (typeof type === 'string' && type.startsWith('Input.'))
    return [`${text(id) ?? '?'} = ${text(label) ?? ''}`, ...objects(choices).map(choice)];
  const own = [text(element.title), text(element.text) ?? text(element.value)].filter(Boolean).join(' ');
  return [...(own === '' ? [] : [own]), ...inside];
}

const choice = ({ title, value }: Json): string => `  ${text(value) ?? ''}: ${text(title) ?? ''}`;

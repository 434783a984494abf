import type { Schemas } from '../../../api/client.js';

export type Setup = Schemas['ChannelSetupDto'];
export type Field = Schemas['SetupFieldDto'];
export type Check = Schemas['SetupCheckDto'];

/** Texts by path, as someone has typed them; the others stay as they are. */
export type Typed = ReadonlyMap<string, string>;

const SECRET_BYTES = 24;
const STARS = '********';

export const fieldsOf = ({ steps }: Setup): readonly Field[] => steps.flatMap(({ fields }) => fields);

/** The secrets that no one has to think of. */
export const randomSecrets = (setup: Setup): Typed =>
  new Map(fieldsOf(setup).flatMap(({ path, random }) => (random ? [[path, randomSecret()]] : [])));

/** Characters that a URL needs no encoding for. */
function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** The text in a field: as typed, else the present answer, else the one to begin with. */
export function textIn(field: Field, typed: Typed): string {
  const text = typed.get(field.path);
  if (text !== undefined) return text;
  if (field.kind === 'secret') return '';
  const answer = field.value ?? field.default;
  return Array.isArray(answer) ? answer.join(', ') : String(answer ?? '');
}

/** Whether a question is asked, given the other answers. */
export function isAsked({ asked_when: when }: Field, setup: Setup, typed: Typed): boolean {
  const decides = when && fieldsOf(setup).find(({ path }) => path === when.path);
  return !decides || when.values.includes(textIn(decides, typed));
}

/** Those that change something: what no one has touched stays as it is, or begins with its default. */
export function answersOf(setup: Setup, typed: Typed): Record<string, string | string[] | null> {
  const given = fieldsOf(setup)
    .filter((field) => isAsked(field, setup, typed))
    .filter(({ path, value }) => typed.has(path) || value === null)
    .map((field) => [field.path, answerIn(field, textIn(field, typed))] as const)
    // An empty answer where there is none says nothing, and an empty secret keeps the present one.
    .filter(([path, answer]) => answer !== null || isTakenAway(setup, path));
  return Object.fromEntries(given);
}

function isTakenAway(setup: Setup, path: string): boolean {
  const field = fieldsOf(setup).find((each) => each.path === path);
  return field?.kind !== 'secret' && field?.value !== null;
}

function answerIn({ kind }: Field, text: string): string | string[] | null {
  if (kind === 'secret') return text === '' ? null : text;
  const parts = text.split(',').map((part) => part.trim());
  const words = kind === 'list' ? parts.filter((part) => part !== '') : text.trim();
  return words.length === 0 ? null : words;
}

/** The change as it is written: the gateway's answer has stars for secrets, which only this page knows. */
export const settingsOf = ({ set }: Check, typed: Typed): Map<string, unknown> =>
  new Map(Object.entries(set).map(([path, value]) => [path, value === STARS ? typed.get(path) : value]));

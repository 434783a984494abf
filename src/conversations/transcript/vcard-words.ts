/** A file with more is no card of a person or a place, but an address book. */
export const MAX_VCARD_BYTES = 1024 * 1024;
const MOST_CARDS = 20;
/** More than a picture of that size has. */
const MOST_LINES = 20_000;
const LONGEST_VALUE = 300;
const LONGEST_CARD = 1_500;
/** Before escapes are resolved and empty parts are left out: of a field, and in a card. */
const LONGEST_RAW = 10 * LONGEST_VALUE;
const MOST_FIELDS = 200;

/** Whether a file may be a vCard, by what is said of it. */
export const mayBeVcard = ({
  mimeType,
  name,
}: {
  readonly mimeType: string;
  readonly name: string;
}): boolean => /^text\/(?:(?:x-)?vcard|directory|x-vlocation)$/i.test(mimeType) || /\.vcf$/i.test(name);

/** The fields that have words for people, in the order in which they are told, with their names. */
const FIELDS: Readonly<Record<string, string>> = {
  FN: '',
  ORG: 'organization',
  TITLE: 'title',
  TEL: 'phone',
  EMAIL: 'email',
  ADR: 'address',
  URL: '',
  BDAY: 'birthday',
  NOTE: 'note',
};
const NAMES = Object.keys(FIELDS);

/**
 * The words of a vCard (RFC 6350, 2426 and version 2.1): one line for each contact or shared place, without pictures and
 * keys. Never throws; linear in the length of the content, which a person chose.
 */
export function vcardWords(content: Uint8Array): readonly string[] {
  const lines = new TextDecoder().decode(content).split(/\r\n|\r|\n/, MOST_LINES);
  return cardsIn(lines).flatMap((card) => {
    const words = cardWords(card);
    return words === '' ? [] : [words];
  });
}

/** The lines of each card. */
function cardsIn(lines: readonly string[]): readonly (readonly string[])[] {
  const cards: string[][] = [];
  let card: string[] | undefined;
  for (const line of lines) {
    const mark = line.trim().toUpperCase();
    if (mark === 'BEGIN:VCARD') {
      if (cards.length === MOST_CARDS) break;
      cards.push((card = []));
    } else if (mark === 'END:VCARD') card = undefined;
    else card?.push(line);
  }
  return cards;
}

function cardWords(card: readonly string[]): string {
  const fields = unfolded(card).flatMap((line) => fieldIn(line) ?? []);
  const hasName = fields.some(({ name }) => name === 'FN');
  const told = fields
    .map((field) => (field.name === 'N' && !hasName ? { name: 'FN', value: inOrder(field.value) } : field))
    .filter(({ name }) => Object.hasOwn(FIELDS, name))
    .slice(0, MOST_FIELDS)
    .map(({ name, value }) => ({ name, words: plain(value.slice(0, LONGEST_RAW)) }))
    .filter(({ words }) => words !== '')
    .toSorted((one, other) => NAMES.indexOf(one.name) - NAMES.indexOf(other.name));
  if (told.length === 0) return '';
  const isPlace = told.some(({ name, words }) => name === 'URL' && /^https?:\/\/maps\./i.test(words));
  const parts = told.map(({ name, words }) => (FIELDS[name] ? `${FIELDS[name]}: ${words}` : words));
  return `[${isPlace ? 'location' : 'contact'}: ${parts.join('; ').slice(0, LONGEST_CARD)}]`;
}

/** Joins the lines of a value: those that begin with white space, and, in version 2.1, those after a final `=`. */
function unfolded(card: readonly string[]): readonly string[] {
  const values: string[][] = [];
  let isQuoted = false;
  for (const line of card) {
    const pieces = values.at(-1);
    const last = pieces?.at(-1);
    if (pieces && /^[ \t]/.test(line)) pieces.push(line.slice(1));
    else if (pieces && isQuoted && last?.endsWith('=')) pieces.splice(-1, 1, last.slice(0, -1), line);
    else {
      values.push([line]);
      isQuoted = isQuotedPrintable(line);
    }
  }
  return values.map((pieces) => pieces.join(''));
}

/** `item1.TEL;type=CELL:+1…`: a group may stand before the name, and parameters behind it. */
function fieldIn(line: string): { readonly name: string; readonly value: string } | undefined {
  const [, name, value] = /^(?:[\w-]+\.)?([\w-]+)(?:;(?:"[^"]*"|[^":])*)?:(.*)$/s.exec(line) ?? [];
  if (name === undefined || value === undefined) return undefined;
  return { name: name.toUpperCase(), value: isQuotedPrintable(line) ? decoded(value) : value };
}

const isQuotedPrintable = (line: string): boolean => /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(line);

/** Quoted-printable in UTF-8. */
const decoded = (value: string): string =>
  value.replace(/(?:=[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
  );

/** `family;given;more;prefix;suffix` as a person writes it. */
const inOrder = (name: string): string => {
  const [family = '', given = '', more = '', prefix = '', suffix = ''] = name.split(/(?<!\\);/);
  return [prefix, given, more, family, suffix].filter((each) => each !== '').join(' ');
};

/** In one line, which no part of it can end: parts joined by commas, escapes resolved, without square brackets. */
function plain(value: string): string {
  const parts = value.split(/(?<!\\);/).map((part) =>
    part
      .replace(/\\n/gi, ' ')
      .replace(/\\(.)/g, '$1')
      .replace(/[[\]\p{Cc}]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return parts
    .filter((part) => part !== '')
    .join(', ')
    .replace(/^tel:/i, '')
    .slice(0, LONGEST_VALUE);
}

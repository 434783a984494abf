/** Control characters but for line ends and tabs; they have pictures of their own in Unicode. */
// eslint-disable-next-line no-control-regex -- to show them
const CONTROL = /[\u0000-\u0008\u000b-\u001f]/g;
const PICTURES = 0x2400;
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const MOST_NAME_CHARS = 200;

export const visible = (text: string): string =>
  text.replaceAll(CONTROL, (each) => String.fromCharCode(PICTURES + each.charCodeAt(0)));

/** No name needs marks of direction, and one of them would end its isolation. */
const undirected = (text: string): string => visible(text).replaceAll(DIRECTION, '\ufffd');

export const shortName = (name: string): string => undirected(name.slice(0, MOST_NAME_CHARS));

/** Words of someone outside within a text that has no elements, such as the label of a button. */
export function inText(words: string): string {
  const text = undirected(words);
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

export const nameInText = (name: string): string => inText(name.slice(0, MOST_NAME_CHARS));

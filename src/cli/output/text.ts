const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** A duration in its largest unit, rounded down: `3 h`. */
export function duration(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds >= each) ?? [1, 's'];
  return `${Math.floor(Math.max(0, seconds) / size)} ${unit}`;
}

/** `in 42 min`, `3 h ago`; never a bare clock time, which would need a zone. */
export function fromNow(iso: string, now: number = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  return seconds >= 0 ? `in ${duration(seconds)}` : `${duration(-seconds)} ago`;
}

/** The same; of something that may never be. */
export const fromNowOrNever = (iso: string | null): string => (iso === null ? 'never' : fromNow(iso));

/** `1 row`, `2 rows`. */
export const counted = (count: number, noun: string): string => `${count} ${count === 1 ? noun : `${noun}s`}`;

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

/** The command is in lower case, as is the word after it; in texts about the program its name begins with a capital. */
const COMMAND = /(?<![\w/.-])gatehouse (?=[a-z]|\[options\])/g;

/** Our own words, with the commands in them in the form in which the program was called. */
export const asCalled = ({ calledAs }: { readonly calledAs: string }, words: string): string =>
  words.replaceAll(COMMAND, `${calledAs} `);

/** Removes control characters, because others choose these texts (names of senders, answers of services). */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');

/** JSON in which such characters are escapes, which programs read as before. */
export const plainJson = (data: unknown, space?: number): string =>
  JSON.stringify(data, null, space).replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The same for a text of several lines. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

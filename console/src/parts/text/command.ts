const PLAIN = /^[\w.@+:/-]+$/;
/** Characters that a terminal acts on, or that are not seen where they stand. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * A word of a command line, quoted where a shell would read it otherwise. What cannot be seen, and quotes within quotes,
 * stand as escapes, so that a pasted line holds nothing but what is shown, whatever shell reads it.
 */
export function commandWord(text: string): string {
  if (PLAIN.test(text)) return text;
  if (!UNSEEN.test(text) && !/['\\]/.test(text)) return `'${text}'`;
  return `$'${[...text].map(escaped).join('')}'`;
}

function escaped(char: string): string {
  if (!UNSEEN.test(char) && !/['\\!]/.test(char)) return char;
  const code = (char.codePointAt(0) ?? 0).toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\U${code.padStart(8, '0')}`;
}

type Options = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A command of ours with any words.
 * @param words some may begin with `-`
 * @param options by name without dashes; those without a value are left out
 */
export function commandLine(name: string, words: readonly string[], options: Options = {}): string {
  const flags = Object.entries(options).flatMap(([option, values]) =>
    [values ?? []].flat().map((value) => flag(option, value)),
  );
  const plain = words.map(commandWord);
  // Behind `--` nothing is an option.
  const all = words.some((word) => word.startsWith('-')) ? [...flags, '--', ...plain] : [...plain, ...flags];
  return ['gatehouse', name, ...all].join(' ');
}

const flag = (option: string, value: string): string =>
  value.startsWith('-') ? `--${option}=${commandWord(value)}` : `--${option} ${commandWord(value)}`;

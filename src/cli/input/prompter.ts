/** A typed answer. `problem` returns what is wrong with it; undefined accepts it. */
export interface Question {
  readonly message: string;
  /** A hint, part of the question: what looks like an answer would be taken for one. */
  readonly example?: string | undefined;
  /** The answer for who enters none; it can be changed. */
  readonly initial?: string | undefined;
  readonly problem?: ((answer: string) => string | undefined) | undefined;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  /** Shown, but cannot be chosen. */
  readonly isDisabled?: boolean;
}

/** The words of a question with its example. */
export function wordsOf({ message, example = '' }: Pick<Question, 'message' | 'example'>): string {
  if (example === '') return message;
  const begin = message.endsWith(')') ? `${message.slice(0, -1)}; ` : `${message} (`;
  return `${begin}for example ${example})`;
}

/** A conversation on a terminal; scripted in tests. Every question throws CliFailure when it is cancelled. */
export interface Prompter {
  text(question: Question): Promise<string>;
  /** Same as `text`, without showing the input. */
  secret(question: Pick<Question, 'message' | 'problem'>): Promise<string>;
  select(message: string, choices: readonly Choice[]): Promise<string>;
  confirm(message: string, initial: boolean): Promise<boolean>;
  begin(title: string): void;
  say(text: string): void;
  warn(text: string): void;
  /** The closing message. */
  end(text: string): void;
}

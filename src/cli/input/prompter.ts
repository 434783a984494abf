/** Something a person types. `problem` says what is wrong with it; undefined lets it pass. */
export interface Question {
  readonly message: string;
  readonly placeholder?: string;
  readonly initial?: string;
  readonly problem?: (answer: string) => string | undefined;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  /** Shown, and not to be chosen. */
  readonly isDisabled?: boolean;
}

/** A conversation on a terminal; scripted in tests. Every question throws CliFailure when it is cancelled. */
export interface Prompter {
  text(question: Question): Promise<string>;
  /** As `text`, and what is typed is not shown. */
  secret(question: Pick<Question, 'message' | 'problem'>): Promise<string>;
  select(message: string, choices: readonly Choice[]): Promise<string>;
  confirm(message: string, initial: boolean): Promise<boolean>;
  begin(title: string): void;
  say(text: string): void;
  warn(text: string): void;
  /** The last words. */
  end(text: string): void;
}

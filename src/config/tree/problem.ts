/**
 * One thing wrong with the configuration. `message` never contains the value of a secret, nor of a setting that may
 * hold one (an address, a header, a free text); that of a choice between named values it does.
 */
export class ConfigProblem {
  /**
   * @param path where: a configuration path (`agents.list[0].runtime.baseUrl`), an environment variable's name
   *   or, when the file as a whole is unusable, the file's own path. A rule method gives paths relative to its object.
   * @param message what is wrong and what would be right
   */
  constructor(
    readonly path: string,
    readonly message: string,
  ) {}
}

/** The configuration can't be used; carries every problem, not only the first. */
export class ConfigInvalidError extends Error {
  override readonly name = 'ConfigInvalidError';

  constructor(readonly problems: readonly ConfigProblem[]) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
  }
}

/** The problems as text for a terminal, one per line, sorted by path. */
export function formatProblems(error: ConfigInvalidError): string {
  const count = error.problems.length;
  const lines = problemLines(error).map((line) => `  ${line}`);
  return [`The configuration has ${count} problem${count === 1 ? '' : 's'}:`, ...lines].join('\n');
}

/** One line for each problem, sorted by path. */
export const problemLines = (error: ConfigInvalidError): string[] =>
  error.problems.map(({ path, message }) => `${path}: ${message}`).sort();

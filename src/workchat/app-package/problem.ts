/** A problem of a package. An `error` prevents its upload; a `warning` means that one of its purposes fails. */
export interface PackageProblem {
  readonly level: 'error' | 'warning';
  /** Path in the manifest (`bots[0].botId`, `bots[0].scopes[team]`), a file of the package, or `package`. */
  readonly field: string;
  readonly message: string;
  /** The cure. */
  readonly cure: string;
}

export const error = (field: string, message: string, cure: string): PackageProblem => ({
  level: 'error',
  field,
  message,
  cure,
});

export const warning = (field: string, message: string, cure: string): PackageProblem => ({
  level: 'warning',
  field,
  message,
  cure,
});

/** `bots[0].botId: is missing. Add it.` */
export const problemText = ({ level, field, message, cure }: PackageProblem): string =>
  `${level === 'error' ? '✗' : '!'} ${field}: ${message}. ${cure}`;

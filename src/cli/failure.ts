import { plainJson } from './output/text.js';

/**
 * Exit codes of every command (DESIGN 6); that of an interruption is a shell's for a program that Ctrl-C has ended, and that
 * of newer releases the one of package managers.
 */
export const EXIT = { ok: 0, failed: 1, usage: 2, newer: 100, interrupted: 130 } as const;

type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The gateway's own words for a refusal, as its API gives them. */
export interface ApiFailure {
  readonly code: string;
  readonly message: string;
  readonly details: string;
}

/** Ends a command; `message` goes to stderr, and with `--json` the refusal as JSON. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';

  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.failed,
    readonly refusal?: ApiFailure,
  ) {
    super(message);
  }
}

/** Ends a command that has printed its answer with a code that says more than `ok`; nothing goes to stderr. */
export class CliOutcome extends Error {
  override readonly name = 'CliOutcome';

  constructor(readonly exitCode: ExitCode) {
    super(`ended with ${exitCode}`);
  }
}

/** The person ended a question. */
export class Cancelled extends CliFailure {
  constructor() {
    super('cancelled, nothing was changed');
  }
}

/** No gateway answered at the address. */
export class GatewaySilentError extends CliFailure {}

/** The error of a command for programs, in the form of the API's errors. */
export function failureJson(error: unknown, message: string, exitCode: ExitCode): string {
  const own = { code: exitCode === EXIT.usage ? 'USAGE' : 'FAILED', message, details: '' };
  const refusal = error instanceof CliFailure ? error.refusal : undefined;
  return plainJson({ error: refusal ?? own });
}

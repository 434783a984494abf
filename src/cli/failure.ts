/** Exit codes of every command (DESIGN 6); that of an interruption is a shell's for a program that Ctrl-C has ended. */
export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const;

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

/** No gateway answered at the address. */
export class GatewaySilentError extends CliFailure {}

/** The error of a command for programs, in the form of the API's errors. */
export function failureJson(error: unknown, message: string, exitCode: ExitCode): string {
  const own = { code: exitCode === EXIT.usage ? 'USAGE' : 'FAILED', message, details: '' };
  const refusal = error instanceof CliFailure ? error.refusal : undefined;
  return JSON.stringify({ error: refusal ?? own });
}

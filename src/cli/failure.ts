/** Exit codes of every command (DESIGN 6). */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** Ends a command; `message` goes to stderr. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';

  constructor(
    message: string,
    readonly exitCode: (typeof EXIT)[keyof typeof EXIT] = EXIT.failed,
  ) {
    super(message);
  }
}

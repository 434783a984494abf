/**
 * - `refused`: we do not go there (scheme, host, address, credentials, port, redirects).
 * - `denied`: the other side wants a credential that we do not have or do not send. `gone`: it has no such file.
 * - `too-large`: the file exceeds the limit. `failed`: there was no answer, or it was faulty or broke off.
 */
export type RemoteProblemKind = 'refused' | 'denied' | 'gone' | 'too-large' | 'failed';

/**
 * The reason a file could not be fetched. The text contains no path, query or header, because an address is often its
 * own credential.
 */
export class RemoteProblem extends Error {
  override readonly name = 'RemoteProblem';

  constructor(
    readonly kind: RemoteProblemKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * - `refused`: we don't go there (scheme, host, address, credentials, port, redirects).
 * - `denied`: the other side wants a proof we don't have, or do not give it. `gone`: it has no such file.
 * - `too-large`: more than is taken. `failed`: no answer, a faulty one, or it broke off.
 */
export type RemoteProblemKind = 'refused' | 'denied' | 'gone' | 'too-large' | 'failed';

/** Why a file could not be fetched; the text holds no path, query, or header: addresses are often their own proof. */
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

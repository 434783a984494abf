/**
 * - `refused`: we do not go there (scheme, host, address, credentials, port, redirects).
 * - `denied`: the other side wants a credential that we do not have or do not send. `gone`: it has no such file.
 * - `too-large`: above the limit. `failed`: no answer, a faulty one, or it broke off.
 */
export type RemoteProblemKind = 'refused' | 'denied' | 'gone' | 'too-large' | 'failed';

/**
 * Why a file could not be fetched; the text contains no path, query or header, because addresses are often their own
 * credential.
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

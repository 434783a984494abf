/** An export or import that could not be done; the message is for the operator. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}

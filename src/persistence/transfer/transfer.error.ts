/** A failed export or import; the message is for the operator. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}

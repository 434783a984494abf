/** A backup that was not made, is not whole, or cannot be restored; the message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** The import cannot be done; nothing was written. Its text holds no value of the peer's files. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

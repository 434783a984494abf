/** A unit rests on a guess that the server has refuted: it is undone and run again, this time without guessing. */
export class WrongGuessError extends Error {
  override readonly name = 'WrongGuessError';
}

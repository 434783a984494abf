/** Fastest that people type on a phone, or dictate, ms for each character (about 150 words a minute). */
const MS_PER_CHARACTER = 80;
/** Beyond it nothing is told by the length: longer texts are pasted, or shared. */
const MOST_CHARACTERS = 500;

/** Something that was said to the assistant. */
export interface Said {
  /** Epoch ms. */
  readonly receivedAt: number;
  /** Length of its text. */
  readonly characters: number;
}

/** The same with its answer. */
export interface Round extends Said {
  /** When the answer was with the service, epoch ms. */
  readonly answeredAt: number;
}

/**
 * How many answers in a row were answered faster than a person reads and writes. What came before the answer was there
 * says nothing either way: people write on while they wait.
 * @param past rounds of the same sender, the latest first
 * @param pauseMs what a person needs at the least to read an answer and to begin writing
 */
export function roundsWithoutPause(said: Said, past: readonly Round[], pauseMs: number): number {
  let rounds = 0;
  let answer = said;
  for (const round of past) {
    const waitedMs = answer.receivedAt - round.answeredAt;
    if (waitedMs >= pauseMs + writingMs(answer)) return rounds;
    if (waitedMs >= 0) rounds++;
    answer = round;
  }
  return rounds;
}

const writingMs = ({ characters }: Said): number => Math.min(characters, MOST_CHARACTERS) * MS_PER_CHARACTER;

/** Fastest that people type on a phone, or dictate, ms for each character (about 150 words a minute). */
const MS_PER_CHARACTER = 80;
/** The length of longer texts means nothing: they are pasted, or shared. */
const MOST_CHARACTERS = 500;

/** A message to the assistant. */
export interface Said {
  /** Epoch ms. */
  readonly receivedAt: number;
  /** Length of its text. */
  readonly characters: number;
}

/** The same with its answer. */
export interface Round extends Said {
  /** When the service had the answer, epoch ms. */
  readonly answeredAt: number;
}

/**
 * Counts the consecutive answers that were answered faster than a person reads and writes. Messages that arrived
 * before the answer did prove nothing: people continue to write while they wait.
 * @param past rounds of the same sender, the latest first
 * @param pauseMs the minimum time a person needs to read an answer and to begin writing
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

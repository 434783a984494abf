/** The fastest that people type on a phone, or dictate: ms per character (about 150 words a minute). */
const MS_PER_CHARACTER = 80;
/** A text longer than this may be pasted or shared, so only this many of its characters count as typed. */
const MOST_CHARACTERS = 500;

/** A message to the assistant. */
export interface Said {
  /** Epoch ms. */
  readonly receivedAt: number;
  /** Length of its text. */
  readonly characters: number;
}

/** A message and its answer. */
export interface Round extends Said {
  /** When the service received the answer, epoch ms. */
  readonly answeredAt: number;
}

/**
 * Counts the consecutive rounds in which the next message came faster than a person could read the answer and write. A
 * message that arrived before the answer proves nothing, because people continue to write while they wait.
 * @param past rounds of the same sender, latest first
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

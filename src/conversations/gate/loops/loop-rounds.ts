import { comparableText } from '../../../common/index.js';

/** The fastest that people type on a phone, or dictate: ms per character (about 150 words a minute). */
const MS_PER_CHARACTER = 80;
/** A text longer than this may be pasted or shared, so only this many of its characters count as typed. */
const MOST_CHARACTERS = 500;

/** A message to the assistant. */
export interface Said {
  /** Epoch ms. */
  readonly receivedAt: number;
  readonly text: string;
}

/** A message and its answer. */
export interface Round extends Said {
  /** When the service received the answer, epoch ms. */
  readonly answeredAt: number;
  /** Its text; empty where none is stored. */
  readonly answer: string;
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

const writingMs = ({ text }: Said): number => Math.min(text.length, MOST_CHARACTERS) * MS_PER_CHARACTER;

/**
 * Counts the consecutive rounds, however slow, whose answer came back as the next message, or whose message was said
 * again after it. An assistant that gives one answer to different messages is no loop.
 * @param past rounds of the same sender, latest first
 */
export function roundsThatRepeat(said: Said, past: readonly Round[]): number {
  let rounds = 0;
  let [next, nextWords] = [said, comparableText(said.text)];
  for (const round of past) {
    const [words, answer] = [comparableText(round.text), comparableText(round.answer)];
    // The answer may have been sent with a prefix.
    const isBack = answer !== '' && nextWords.endsWith(answer);
    if (!isBack && (words === '' || words !== nextWords)) return rounds;
    if (next.receivedAt >= round.answeredAt) rounds++;
    [next, nextWords] = [round, words];
  }
  return rounds;
}

import type { PollContent } from '../../../channels/index.js';

/** As many as services show and people read: the limits of Telegram, and of cards (workchat-wire 4.2). */
export const POLL_LIMITS = { question: 300, option: 100, fewestOptions: 2, mostOptions: 12 } as const;

/** The words of a poll. */
export type PollWords = Pick<PollContent, 'question' | 'options' | 'maxSelections'>;

/** The unchecked texts of a requested poll. */
export type UncheckedPoll = Readonly<Partial<Record<keyof PollWords, unknown>>>;

/** No control characters and no lone surrogates: not every database stores them. */
const ONE_LINE = /^[^\p{Cc}\p{Cs}]+$/u;

/**
 * The requested poll, with its texts trimmed and one selection by default.
 * @param maxName the caller's name for `maxSelections`
 * @returns the problem, naming the field
 */
export function readPoll(asked: UncheckedPoll, maxName = 'maxSelections'): PollWords | string {
  const { question, options, maxSelections = 1 } = asked;
  const { fewestOptions, mostOptions } = POLL_LIMITS;
  const text = readText('question', question, POLL_LIMITS.question);
  if ('problem' in text) return text.problem;
  if (!Array.isArray(options) || options.length < fewestOptions || options.length > mostOptions)
    return `options must be a list of ${fewestOptions} to ${mostOptions} texts`;
  const read = options.map((option, index) => readText(`options[${index}]`, option, POLL_LIMITS.option));
  const wrong = read.find((each) => 'problem' in each);
  if (wrong) return wrong.problem;
  const texts = read.flatMap((each) => ('text' in each ? [each.text] : []));
  const twice = texts.findIndex((text, index) => texts.map(comparable).indexOf(comparable(text)) < index);
  if (twice >= 0) return `options[${twice}] repeats an earlier option`;
  if (!isBetween(maxSelections, 1, texts.length))
    return `${maxName} must be a whole number, 1 to ${texts.length}`;
  return { question: text.text, options: texts, maxSelections };
}

/** The line of a poll in the transcript, and its text where no poll can be shown. */
export const pollText = ({ question, options }: PollWords): string =>
  `[poll: ${question} — ${options.join(' / ')}]`;

/**
 * The fault of a vote, as a reason for operators; undefined when there is none. A position that is named twice counts
 * once.
 */
export function voteProblem(
  { options, maxSelections }: PollWords,
  selections: readonly number[],
): 'poll-no-such-option' | 'poll-too-many-options' | undefined {
  if (!selections.every((each) => isBetween(each, 0, options.length - 1))) return 'poll-no-such-option';
  return new Set(selections).size > maxSelections ? 'poll-too-many-options' : undefined;
}

function readText(name: string, value: unknown, most: number): { text: string } | { problem: string } {
  if (typeof value !== 'string' || value.trim() === '') return { problem: `${name} must be text` };
  const text = value.trim();
  if (text.length > most) return { problem: `${name} must have at most ${most} characters` };
  return ONE_LINE.test(text) ? { text } : { problem: `${name} must be one line of text` };
}

const comparable = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');

const isBetween = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

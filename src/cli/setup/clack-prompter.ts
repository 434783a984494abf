import { confirm, intro, isCancel, log, outro, password, select, text } from '@clack/prompts';
import { Cancelled } from '../failure.js';
import { type Choice, type Prompter, type Question, wordsOf } from '../input/prompter.js';
import { printableLines } from '../output/text.js';

/**
 * The terminal of this program; it takes over the keyboard only while a question waits. Words of plugins and services are
 * shown printable.
 */
export const clackPrompter: Prompter = {
  text: async ({ initial, problem, ...question }) => {
    const more = { initialValue: initial, defaultValue: '', ...judged(problem) };
    return answered(await text({ message: printableLines(wordsOf(question)), ...more }));
  },
  secret: async ({ message, problem }) =>
    answered(await password({ message: printableLines(message), ...judged(problem) })),
  select: async (message, choices) =>
    answered(await select({ message: printableLines(message), options: choices.map(optionOf) })),
  confirm: async (message, initialValue) =>
    answered(await confirm({ message: printableLines(message), initialValue })),
  begin: (title) => intro(printableLines(title)),
  say: (words) => log.message(printableLines(words)),
  warn: (words) => log.warn(printableLines(words)),
  end: (words) => outro(printableLines(words)),
};

const judged = (problem: Question['problem']) => ({
  validate: (typed: string | undefined) => problem?.(typed ?? ''),
});

const optionOf = ({ value, label, hint, isDisabled }: Choice) => ({
  value,
  label: printableLines(label),
  hint: hint && printableLines(hint),
  disabled: isDisabled,
});

/** Ctrl-C or Escape at a question. */
function answered<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new Cancelled();
  return answer as Exclude<T, symbol>;
}

import { confirm, intro, isCancel, log, outro, password, select, text } from '@clack/prompts';
import { CliFailure } from '../failure.js';
import type { Choice, Prompter, Question } from '../input/prompter.js';

/** The terminal this program was started in; its keyboard is taken over only while a question waits. */
export const clackPrompter: Prompter = {
  text: async ({ message, placeholder, initial, problem }) => {
    const more = { placeholder, initialValue: initial, defaultValue: '', ...judged(problem) };
    return answered(await text({ message, ...more }));
  },
  secret: async ({ message, problem }) => answered(await password({ message, ...judged(problem) })),
  select: async (message, choices) => answered(await select({ message, options: choices.map(optionOf) })),
  confirm: async (message, initialValue) => answered(await confirm({ message, initialValue })),
  begin: (title) => intro(title),
  say: (words) => log.message(words),
  warn: (words) => log.warn(words),
  end: (words) => outro(words),
};

const judged = (problem: Question['problem']) => ({
  validate: (typed: string | undefined) => problem?.(typed ?? ''),
});

const optionOf = ({ value, label, hint, isDisabled }: Choice) => ({
  value,
  label,
  hint,
  disabled: isDisabled,
});

/** Ctrl-C or Escape at a question. */
function answered<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new CliFailure('cancelled, nothing was changed');
  return answer as Exclude<T, symbol>;
}

import type { SetupProbe, SetupQuestion } from '../../plugins/index.js';
import { Cancelled } from '../failure.js';
import type { Prompter, Question } from '../input/prompter.js';

/**
 * Asks a question of a setup. Of a list with an entry of one's own, that is asked first, and both are one answer.
 * @param problem what is wrong with a typed answer; a choice has none
 */
export async function askQuestion(
  prompter: Prompter,
  { message, kind, choices = [], initial, placeholder: example, own }: SetupQuestion,
  problem: NonNullable<Question['problem']>,
): Promise<string> {
  if (kind === 'secret') return prompter.secret({ message, problem });
  if (kind === 'choice')
    return prompter.select(
      message,
      choices.map(({ value, hint }) => ({ value, label: value, hint })),
    );
  if (!own) return prompter.text({ message, initial, example, problem });
  const [first] = example?.split(',') ?? [];
  const mine = await prompter.text({ message: own.message, example: first, problem });
  const others = await prompter.text({ message: own.others, example, problem });
  return [mine, others].join(',');
}

/** How a service is tried with the answers about it, in words for the person who gave them. */
export interface Trial<Answers> {
  /** `the bridge` */
  readonly service: string;
  /** The questions about it. */
  readonly questions: readonly SetupQuestion[];
  /** The choice to answer all of them again. */
  readonly correction: string;
  /** Undefined where the service cannot be asked. */
  readonly probe: (answers: Answers, signal: AbortSignal) => Promise<SetupProbe | undefined>;
  /** Ctrl-C while the service is asked, which ends the questions as it does at one of them. */
  readonly interruption: AbortSignal;
  readonly correct: (answers: Answers, questions: readonly SetupQuestion[]) => Promise<Answers>;
}

/**
 * Asks the service; while it can't be used, the person decides. Where one answer is to blame, it can be given again alone.
 * @returns the answers to write
 * @throws Cancelled
 */
export async function tried<Answers>(
  prompter: Prompter,
  answers: Answers,
  trial: Trial<Answers>,
): Promise<Answers> {
  const { service, questions } = trial;
  prompter.say(`Asking ${service} …`);
  const probe = await trial.probe(answers, trial.interruption);
  if (trial.interruption.aborted) throw new Cancelled();
  if (probe?.isUsable) prompter.say(probe.text);
  if (probe?.isUsable !== false) return answers;
  prompter.warn(probe.text);
  const blamed = questions.filter(({ setting }) => setting === probe.setting);
  const alone = blamed.map(({ message }) => ({ value: 'alone', label: `Enter again: ${message}` }));
  const next = await prompter.select('What now?', [
    ...alone,
    { value: 'correct', label: trial.correction },
    { value: 'again', label: `Ask ${service} again` },
    { value: 'write', label: 'Set it up anyway' },
  ]);
  if (next === 'write') return answers;
  if (next === 'again') return tried(prompter, answers, trial);
  return tried(prompter, await trial.correct(answers, next === 'alone' ? blamed : questions), trial);
}

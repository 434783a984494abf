import type { SetupProbe, SetupQuestion } from '../../plugins/index.js';
import type { Prompter, Question } from '../input/prompter.js';

/** Asks a question of a setup. @param problem what is wrong with a typed answer; a choice has none */
export function askQuestion(
  prompter: Prompter,
  { message, kind, choices = [], initial, placeholder }: SetupQuestion,
  problem: NonNullable<Question['problem']>,
): Promise<string> {
  if (kind === 'secret') return prompter.secret({ message, problem });
  if (kind === 'choice')
    return prompter.select(
      message,
      choices.map(({ value, hint }) => ({ value, label: value, hint })),
    );
  return prompter.text({ message, initial, placeholder, problem });
}

/** How a service is tried with the answers about it, in words for the person who gave them. */
export interface Trial<Answers> {
  /** `the bridge` */
  readonly service: string;
  /** The choice to answer again. */
  readonly correction: string;
  /** Undefined where the service cannot be asked. */
  readonly probe: (answers: Answers) => Promise<SetupProbe | undefined>;
  readonly correct: (answers: Answers) => Promise<Answers>;
}

/** Asks the service; while it can't be used, the person decides. @returns the answers to write */
export async function tried<Answers>(
  prompter: Prompter,
  answers: Answers,
  trial: Trial<Answers>,
): Promise<Answers> {
  prompter.say(`Asking ${trial.service} …`);
  const probe = await trial.probe(answers);
  if (probe?.isUsable) prompter.say(probe.text);
  if (probe?.isUsable !== false) return answers;
  prompter.warn(probe.text);
  const next = await prompter.select('What now?', [
    { value: 'correct', label: trial.correction },
    { value: 'again', label: `Ask ${trial.service} again` },
    { value: 'write', label: 'Set it up anyway' },
  ]);
  if (next === 'write') return answers;
  return tried(prompter, next === 'again' ? answers : await trial.correct(answers), trial);
}

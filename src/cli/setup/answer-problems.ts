import type { ConfigProblem } from '../../config/index.js';
import { CliFailure, EXIT } from '../failure.js';
import { type AccountAnswers, type AnswerName, OPTION_OF } from './account-answers.js';

export interface AnswerProblem {
  readonly name: AnswerName;
  readonly message: string;
}

/**
 * The problems of a configuration that concern the answers, in words for the person who gave them. All checks are the
 * configuration's own; its messages say nothing about secrets, so this adds the one for an empty password.
 * @param base path of the account's settings
 */
export function answerProblems(
  base: string,
  answers: AccountAnswers,
  problems: readonly ConfigProblem[],
): readonly AnswerProblem[] {
  return problems.flatMap(({ path, message }) => {
    const [, setting, index] = /^\.(\w+)(?:\[(\d+)\])?$/.exec(path.slice(base.length)) ?? [];
    if (!path.startsWith(`${base}.`) || setting === undefined) return [];
    // Nobody was asked for the webhook's secret; accounts that share one differ by their paths.
    if (setting === 'webhookSecret') return [{ name: 'webhookPath', message }];
    if (!Object.hasOwn(OPTION_OF, setting)) return [];
    const name = setting as AnswerName;
    return [{ name, message: wordsFor(name, answers, { message, index }) }];
  });
}

/** @throws CliFailure (usage) naming each option that is wrong */
export function explainedByOption(answers: AccountAnswers, problems: readonly AnswerProblem[]): void {
  if (problems.length === 0) return;
  const lines = problems.map(({ name, message }) => `${optionOf(name, answers)}: ${message}`);
  throw new CliFailure(lines.join('\n'), EXIT.usage);
}

const optionOf = (name: AnswerName, { password }: AccountAnswers): string =>
  name === 'password' && typeof password === 'object' ? '--password-file' : OPTION_OF[name];

function wordsFor(
  name: AnswerName,
  answers: AccountAnswers,
  { message, index }: { readonly message: string; readonly index?: string },
): string {
  if (name === 'serverUrl') return `${message}, such as http://192.168.1.20:1234`;
  if (name === 'password' && answers.password === '') return 'must not be empty';
  return index === undefined ? message : `entry ${Number(index) + 1} ${message}`;
}

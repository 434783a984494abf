import type { SetupAnswer, SetupAnswers, SetupQuestion } from '../../plugins/index.js';
import type { Cli } from '../cli.js';
import { CliFailure } from '../failure.js';
import type { Prompter } from '../input/prompter.js';
import { nextSteps, warningsOf } from '../plugins/plugin-report.js';
import { answerOf, type PluginSetup } from '../plugins/plugin-setup.js';
import type { FurtherQuestions } from './wizard.js';

/** Asks a plugin's questions about its channel, and writes once at the end. */
export class PluginWizard {
  constructor(
    private readonly cli: Cli,
    private readonly prompter: Prompter,
    private readonly setup: PluginSetup,
    private readonly askFurther: FurtherQuestions,
  ) {}

  /** @throws CliFailure when it is cancelled: the configuration is unchanged */
  async run(): Promise<void> {
    const { prompter, setup } = this;
    await this.refuseToReplace();
    const planned = setup.plan(await this.answers());
    await planned.write(await this.askFurther());
    for (const warning of warningsOf(setup, planned)) prompter.warn(warning);
    prompter.say(nextSteps(this.cli, setup, planned));
    prompter.end(`Written to ${setup.configFile}.`);
  }

  private async refuseToReplace(): Promise<void> {
    const { isThere, setup } = this.setup;
    if (!isThere || (await this.prompter.confirm(`${setup.channel} is set up already. Change it?`, false)))
      return;
    throw new CliFailure('nothing was changed');
  }

  /** Probes the service as early as possible, so that a wrong secret is corrected before anything else. */
  private async answers(): Promise<SetupAnswers> {
    const { questions } = this.setup.setup;
    const count = questions.findLastIndex(({ isProbed }) => isProbed) + 1 || questions.length;
    const first = questions.slice(0, count);
    const tried = await this.probed(first, await this.askQuestions(first));
    return this.askQuestions(questions.slice(count), tried);
  }

  private async askQuestions(
    questions: readonly SetupQuestion[],
    before: SetupAnswers = {},
  ): Promise<SetupAnswers> {
    const answers: Record<string, SetupAnswer> = { ...before };
    for (const question of questions) {
      if (question.isAsked?.(answers) === false) continue;
      const answer = answerOf(question, await this.typed(question, answers));
      if (answer !== undefined) answers[question.setting] = answer;
    }
    return answers;
  }

  private typed(question: SetupQuestion, answers: SetupAnswers): Promise<string> {
    const { message, kind, choices = [], initial, placeholder } = question;
    const problem = (typed: string) => {
      const answer = answerOf(question, typed);
      const { [question.setting]: _old, ...others } = answers;
      return this.setup.problemOf(question, {
        ...others,
        ...(answer !== undefined && { [question.setting]: answer }),
      });
    };
    if (kind === 'secret') return this.prompter.secret({ message, problem });
    if (kind === 'choice')
      return this.prompter.select(
        message,
        choices.map(({ value, hint }) => ({ value, label: value, hint })),
      );
    return this.prompter.text({ message, initial, placeholder, problem });
  }

  /** Lets the person decide when the service can't be used. */
  private async probed(questions: readonly SetupQuestion[], answers: SetupAnswers): Promise<SetupAnswers> {
    const { prompter, setup } = this;
    if (!setup.setup.probe) return answers;
    prompter.say('Asking the service …');
    const probe = await setup.probe(answers);
    if (probe?.isUsable) prompter.say(probe.text);
    if (probe?.isUsable !== false) return answers;
    prompter.warn(probe.text);
    const next = await prompter.select('What now?', [
      { value: 'correct', label: 'Answer the questions again' },
      { value: 'again', label: 'Ask the service once more' },
      { value: 'write', label: 'Set it up all the same' },
    ]);
    if (next === 'write') return answers;
    return this.probed(questions, next === 'again' ? answers : await this.askQuestions(questions));
  }
}

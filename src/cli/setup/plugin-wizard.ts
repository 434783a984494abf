import type { SetupAnswer, SetupAnswers, SetupQuestion } from '../../plugins/index.js';
import { CliFailure } from '../failure.js';
import type { Prompter } from '../input/prompter.js';
import { answerOf, type PluginSetup } from '../plugins/plugin-setup.js';
import type { PlannedSetup } from './account-answers.js';
import { askQuestion, tried } from './questions.js';

/** Asks a plugin's questions about its channel; writes nothing. */
export class PluginWizard {
  constructor(
    private readonly prompter: Prompter,
    private readonly setup: PluginSetup,
  ) {}

  /** @throws CliFailure when it is cancelled */
  async run(): Promise<PlannedSetup> {
    await this.refuseToReplace();
    return this.setup.plan(await this.answers());
  }

  private async refuseToReplace(): Promise<void> {
    const { isThere, setup } = this.setup;
    if (!isThere || (await this.prompter.confirm(`${setup.channel} is already set up. Change it?`, false)))
      return;
    throw new CliFailure('nothing was changed');
  }

  /** Probes the service as early as possible, so that a wrong secret is corrected before anything else. */
  private async answers(): Promise<SetupAnswers> {
    const { questions } = this.setup.setup;
    const count = questions.findLastIndex(({ isProbed }) => isProbed) + 1 || questions.length;
    const first = questions.slice(0, count);
    const answers = await this.askQuestions(first);
    const isTried = this.setup.setup.probe !== undefined;
    const usable = isTried ? await this.tried(first, answers) : answers;
    return this.askQuestions(questions.slice(count), usable);
  }

  private tried(questions: readonly SetupQuestion[], answers: SetupAnswers): Promise<SetupAnswers> {
    return tried(this.prompter, answers, {
      service: 'the service',
      questions,
      correction: 'Answer the questions again',
      probe: (each, signal) => this.setup.probe(each, signal),
      interruption: this.setup.interruption(),
      correct: (each, wrong) => this.askQuestions(wrong, wrong === questions ? {} : each),
    });
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
    return askQuestion(this.prompter, question, (typed) => {
      const answer = answerOf(question, typed);
      const { [question.setting]: _old, ...others } = answers;
      return this.setup.problemOf(question, {
        ...others,
        ...(answer !== undefined && { [question.setting]: answer }),
      });
    });
  }
}

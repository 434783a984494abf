import type { Cli } from '../cli.js';
import { CliFailure } from '../failure.js';
import type { Prompter } from '../input/prompter.js';
import type { Wanted } from '../local/config.js';
import type { SetupAnswers, SetupQuestion } from '../../plugins/index.js';
import { type AccountAnswers, DEFAULT_ACCOUNT, listOf } from './account-answers.js';
import { type AccountSetup, openSetup, type PlannedAccount } from './account-setup.js';
import { askQuestion, tried } from './questions.js';
import { nextSteps, warningsOf, webhookText } from './setup-report.js';

/** Asked last, about more than the channel. @returns what is to be written with the channel's settings */
export type FurtherQuestions = () => Promise<Wanted | undefined>;

/** Stands in for the missing answers when one answer is checked. */
const ALL_WELL: AccountAnswers = { serverUrl: 'http://127.0.0.1:1234', password: 'password' };

/** Asks everything about imbridge, writes once at the end (its specification, "The onboarding wizard asks for"). */
export class Wizard {
  constructor(
    private readonly cli: Cli,
    private readonly prompter: Prompter,
    private readonly askFurther: FurtherQuestions,
  ) {}

  /** @throws CliFailure when it is cancelled: nothing has changed */
  async run(): Promise<void> {
    const { prompter } = this;
    const setup = await openSetup(this.cli, DEFAULT_ACCOUNT);
    // Existing problems of the file are better reported before the questions.
    setup.plan(ALL_WELL);
    await this.refuseToReplace(setup);
    const planned = await this.askForAccount(setup);
    const also = await this.askFurther();
    await this.showWebhook(planned);
    await planned.write(also);
    for (const warning of warningsOf(setup, planned)) prompter.warn(warning);
    prompter.say(nextSteps(this.cli, planned));
    prompter.end(`Written to ${setup.configFile}.`);
  }

  private async refuseToReplace({ isThere }: AccountSetup): Promise<void> {
    if (!isThere || (await this.prompter.confirm('imbridge is already set up. Change it?', false))) return;
    throw new CliFailure('nothing was changed; `gatehouse channels add` adds another account');
  }

  private async askForAccount(setup: AccountSetup): Promise<PlannedAccount> {
    const questions = setup.questions.filter(({ isRandom }) => !isRandom);
    const answers = await this.ask(setup, questions, ALL_WELL);
    // A problem that is no single answer's is told before the bridge is asked.
    setup.plan(answers);
    const tested = questions.filter(({ isProbed }) => isProbed);
    const usable = await tried(this.prompter, answers, {
      service: 'the bridge',
      correction: 'Enter server URL and password again',
      probe: (each) => setup.probe(setup.plan(each)),
      correct: (each) => this.ask(setup, tested, each),
    });
    return setup.plan(usable);
  }

  private async ask(
    setup: AccountSetup,
    questions: readonly SetupQuestion[],
    before: AccountAnswers,
  ): Promise<AccountAnswers> {
    let answers = before;
    for (const question of questions) {
      if (question.isAsked?.(answers as unknown as SetupAnswers) === false) continue;
      const answerIn = (typed: string) => ({ [question.setting]: answerTo(question, typed) });
      const problem = (typed: string) =>
        setup.problemOf(question.setting, { ...ALL_WELL, ...answerIn(typed) });
      answers = { ...answers, ...answerIn(await askQuestion(this.prompter, question, problem)) };
    }
    return answers;
  }

  /** Shows the secret in it only on request. */
  private async showWebhook(planned: PlannedAccount): Promise<void> {
    const { webhook } = planned;
    this.prompter.say(webhookText(planned));
    if (webhook.isAutomatic) return;
    const isWanted = await this.prompter.confirm('Show the address with its secret for copying?', false);
    if (isWanted) this.prompter.say(webhook.url(webhook.secret));
  }
}

/** An empty list takes the one of the file away; an empty text that is not required changes nothing. */
function answerTo(
  { kind, isRequired }: SetupQuestion,
  typed: string,
): string | readonly string[] | null | undefined {
  if (kind === 'text' && !isRequired && typed === '') return undefined;
  if (kind !== 'list') return typed;
  const list = listOf(typed);
  return list.length === 0 ? null : list;
}

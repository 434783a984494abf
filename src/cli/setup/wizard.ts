import type { Cli } from '../cli.js';
import { CliFailure } from '../failure.js';
import type { Prompter } from '../input/prompter.js';
import type { SetupAnswers, SetupQuestion } from '../../plugins/index.js';
import { completeUrl } from '../input/complete-url.js';
import { type AccountAnswers, DEFAULT_ACCOUNT, listOf } from './account-answers.js';
import { type AccountSetup, openSetup, type PlannedAccount } from './account-setup.js';
import { askQuestion, tried } from './questions.js';
import { ReachQuestion } from './reach-question.js';
import { webhookText } from './setup-report.js';

/** Stands in for the missing answers when one answer is checked. */
const ALL_WELL: AccountAnswers = { serverUrl: 'http://127.0.0.1:1234', password: 'password' };

/** Asks everything about imbridge (its specification, "The onboarding wizard asks for"); writes nothing. */
export class Wizard {
  constructor(
    private readonly cli: Cli,
    private readonly prompter: Prompter,
  ) {}

  /** @throws CliFailure when it is cancelled */
  async run(): Promise<PlannedAccount> {
    const setup = await openSetup(this.cli, DEFAULT_ACCOUNT);
    // Existing problems of the file are better reported before the questions.
    setup.plan(ALL_WELL);
    await this.refuseToReplace(setup);
    return setup.plan(await this.answers(setup));
  }

  private async refuseToReplace({ isThere }: AccountSetup): Promise<void> {
    if (!isThere || (await this.prompter.confirm('imbridge is already set up. Change it?', false))) return;
    throw new CliFailure('nothing was changed; `gatehouse channels add` adds another account');
  }

  /** Asks the bridge as early as possible, so that a wrong password is corrected before anything else. */
  private async answers(setup: AccountSetup): Promise<AccountAnswers> {
    const all = setup.questions.filter(({ isRandom }) => !isRandom);
    const count = all.findLastIndex(({ isProbed }) => isProbed) + 1;
    const questions = all.slice(0, count);
    const usable = await tried(this.prompter, await this.ask(setup, questions, ALL_WELL), {
      service: 'the bridge',
      questions,
      correction: 'Enter server URL and password again',
      probe: (each, signal) => setup.probe(setup.plan(each), signal),
      interruption: this.cli.world.interruption(),
      correct: (each, wrong) => this.ask(setup, wrong, each),
    });
    return this.ask(setup, all.slice(count), usable);
  }

  private async ask(
    setup: AccountSetup,
    questions: readonly SetupQuestion[],
    before: AccountAnswers,
  ): Promise<AccountAnswers> {
    let answers = before;
    for (const question of questions) {
      if (question.isAsked?.(answers as unknown as SetupAnswers) === false) continue;
      answers = { ...answers, ...(await this.answer(setup, question, answers)) };
    }
    return answers;
  }

  private async answer(
    setup: AccountSetup,
    question: SetupQuestion,
    { serverUrl }: AccountAnswers,
  ): Promise<Partial<AccountAnswers>> {
    if (question.setting === 'webhookUrl')
      return new ReachQuestion(this.cli, setup).ask(this.prompter, serverUrl);
    const answerIn = (typed: string) => ({ [question.setting]: answerTo(question, typed) });
    const problem = (typed: string) => setup.problemOf(question.setting, { ...ALL_WELL, ...answerIn(typed) });
    return answerIn(await askQuestion(this.prompter, question, problem));
  }
}

/** Shows the address for the bridge's calls, and the secret in it only on request. */
export async function showWebhook(prompter: Prompter, planned: PlannedAccount): Promise<void> {
  const { webhook } = planned;
  prompter.say(webhookText(planned));
  if (webhook.isAutomatic) return;
  const isWanted = await prompter.confirm('Show the address with its secret for copying?', false);
  if (isWanted) prompter.say(webhook.url(webhook.secret));
}

/** An empty list takes the one of the file away; an empty text that is not required changes nothing. */
function answerTo(
  { kind, isRequired, setting }: SetupQuestion,
  typed: string,
): string | readonly string[] | null | undefined {
  if (setting === 'serverUrl') return completeUrl(typed);
  if (kind === 'text' && !isRequired && typed === '') return undefined;
  if (kind !== 'list') return typed;
  const list = listOf(typed);
  return list.length === 0 ? null : list;
}

import type { Cli } from '../cli.js';
import { CliFailure } from '../failure.js';
import type { Prompter } from '../input/prompter.js';
import type { Wanted } from '../local/config.js';
import { type AccountAnswers, type AnswerName, DEFAULT_ACCOUNT, listOf } from './account-answers.js';
import { type AccountSetup, openSetup, type PlannedAccount } from './account-setup.js';
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
    if (!isThere || (await this.prompter.confirm('imbridge is set up already. Change it?', false))) return;
    throw new CliFailure('nothing was changed; `gatehouse channels add` adds another account');
  }

  private async askForAccount(setup: AccountSetup): Promise<PlannedAccount> {
    const bridge = await this.askForBridge(setup);
    const webhookPath = await this.prompter.text({
      ...setup.question('webhookPath'),
      problem: this.judge(setup, 'webhookPath', (path) => path),
    });
    const { message, choices = [] } = setup.question('dmPolicy');
    const dmPolicy = await this.prompter.select(
      message,
      choices.map(({ value, hint }) => ({ value, label: value, hint })),
    );
    const allowed = await this.prompter.text({
      ...setup.question('allowFrom'),
      problem: this.judge(setup, 'allowFrom', listOf),
    });
    const allowFrom = listOf(allowed).length === 0 ? null : listOf(allowed);
    return this.probed(setup, { ...bridge, webhookPath, dmPolicy, allowFrom });
  }

  private async askForBridge(setup: AccountSetup): Promise<AccountAnswers> {
    const serverUrl = await this.prompter.text({
      ...setup.question('serverUrl'),
      problem: this.judge(setup, 'serverUrl', (url) => url),
    });
    const password = await this.prompter.secret({
      ...setup.question('password'),
      problem: this.judge(setup, 'password', (text) => text),
    });
    return { serverUrl, password };
  }

  /** Probes the bridge; when it can't be used, the person decides. */
  private async probed(setup: AccountSetup, answers: AccountAnswers): Promise<PlannedAccount> {
    const planned = setup.plan(answers);
    this.prompter.say('Asking the bridge …');
    const probe = await setup.probe(planned);
    if (probe.isUsable) {
      this.prompter.say(probe.text);
      return planned;
    }
    this.prompter.warn(probe.text);
    const next = await this.prompter.select('What now?', [
      { value: 'correct', label: 'Enter server URL and password again' },
      { value: 'again', label: 'Ask the bridge once more' },
      { value: 'write', label: 'Set it up all the same' },
    ]);
    if (next === 'write') return planned;
    return this.probed(
      setup,
      next === 'again' ? answers : { ...answers, ...(await this.askForBridge(setup)) },
    );
  }

  /** Shows the secret in it only on request. */
  private async showWebhook(planned: PlannedAccount): Promise<void> {
    const { webhook } = planned;
    this.prompter.say(webhookText(planned));
    if (webhook.isAutomatic) return;
    const isWanted = await this.prompter.confirm(
      'Show the address with its secret, so that you can copy it?',
      false,
    );
    if (isWanted) this.prompter.say(webhook.url(webhook.secret));
  }

  private judge(setup: AccountSetup, name: AnswerName, valueOf: (typed: string) => unknown) {
    return (typed: string) => setup.problemOf(name, { ...ALL_WELL, [name]: valueOf(typed) });
  }
}

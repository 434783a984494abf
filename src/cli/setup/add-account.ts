import type { SetupCallBack } from '../../plugins/index.js';
import type { Cli, OutputOptions } from '../cli.js';
import { CliFailure } from '../failure.js';
import { runningGateway } from '../gateway/gateway-location.js';
import { asCalled } from '../output/text.js';
import { completeUrl } from '../input/complete-url.js';
import type { AccountAnswers } from './account-answers.js';
import { type AccountSetup, openSetup, type PlannedAccount, type Probed } from './account-setup.js';
import { testCallBack } from './call-back.js';
import { ReachQuestion } from './reach-question.js';
import { nextSteps, restartText, setupAnswer, warningsOf, webhookText } from './setup-report.js';

export interface AddedAccount {
  readonly account: string;
  readonly answers: AccountAnswers;
  /** Changes an existing account. */
  readonly isForced: boolean;
  /** Takes the likeliest address of this machine for the bridge's calls, and lets the gateway listen there. */
  readonly isSure: boolean;
  /** Probes the bridge after writing, and makes it call a running gateway. */
  readonly isProbed: boolean;
}

/** Writes an account and reports the result. @throws CliFailure; an unusable bridge is only a warning */
export async function addAccount(cli: Cli, options: OutputOptions, added: AddedAccount): Promise<void> {
  const setup = await openSetup(cli, added.account);
  if (setup.isThere && !added.isForced) {
    throw new CliFailure(
      `the imbridge account ${added.account} already exists: pass --force to change it, or --account <id> to add another`,
    );
  }
  const given = { ...added.answers, serverUrl: completeUrl(added.answers.serverUrl) };
  const before = setup.plan(given);
  const reach = await reached(cli, options, { setup, planned: before, given, isSure: added.isSure });
  const planned = setup.plan({ ...given, ...reach.answers });
  const outcome = await planned.write();
  const probe = added.isProbed ? await setup.probe(planned) : undefined;
  const isRunning = runningGateway(cli.world.environment().stateDir) !== undefined;
  const restart = isRunning ? restartText(outcome) : undefined;
  const tested = probe?.isUsable && restart === undefined ? await testOf(cli, planned) : undefined;
  const warnings = [
    ...warningsOf(setup, planned, probe),
    ...reach.warnings,
    ...(restart === undefined ? [] : [restart]),
    ...(tested?.hasCalled === false ? [tested.text] : []),
  ];
  for (const warning of warnings) cli.warn(asCalled(cli.world, warning));
  const written = `imbridge, account ${setup.account}: written to ${setup.configFile}.`;
  cli.print(options, setupAnswer(setup, planned, { outcome, probe, tested, warnings }), () =>
    [
      written,
      ...goodNews(probe, tested),
      ...reach.notes,
      '',
      webhookText(planned),
      '',
      nextSteps(cli, planned, { tested, needsRestart: restart !== undefined }),
    ].join('\n'),
  );
}

const testOf = async (cli: Cli, { callBack }: PlannedAccount): Promise<SetupCallBack | undefined> =>
  callBack && testCallBack(cli, callBack);

/** What failed is among the warnings. */
const goodNews = (probe: Probed | undefined, tested: SetupCallBack | undefined): readonly string[] => [
  ...(probe?.isUsable ? [probe.text] : []),
  ...(tested && tested.hasCalled !== false ? [tested.text] : []),
];

interface Asked {
  readonly setup: AccountSetup;
  readonly planned: PlannedAccount;
  readonly given: AccountAnswers;
  readonly isSure: boolean;
}

interface Reached {
  readonly answers: Pick<AccountAnswers, 'webhookUrl' | 'listenOn'>;
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
}

const NO_LIKELY_ADDRESS =
  'It is not clear at which of its addresses the bridge reaches this machine. Pass it: --webhook-url http://ADDRESS:PORT';

/** Where the bridge reaches this gateway, if that is not known yet. Only a person, or `--yes`, opens the listener. */
async function reached(
  cli: Cli,
  { json }: OutputOptions,
  { setup, planned, given, isSure }: Asked,
): Promise<Reached> {
  const question = new ReachQuestion(cli, setup);
  const isTerminal = !json && cli.world.stdin.isTTY === true && cli.world.stdout.isTTY === true;
  const { webhookUrl } = given;
  if (webhookUrl === undefined && !planned.webhook.isAutomatic) {
    const likely = isSure ? question.likely(given.serverUrl) : undefined;
    if (likely !== undefined) return opened(question, likely);
    if (isSure) return { answers: {}, notes: [], warnings: [NO_LIKELY_ADDRESS] };
    if (!isTerminal) return { answers: {}, notes: [], warnings: [] };
    const answers = await question.ask(await cli.world.prompter(), given.serverUrl);
    return { answers, notes: [], warnings: [] };
  }
  const listenOn = webhookUrl === undefined ? undefined : question.listenOn(webhookUrl);
  if (webhookUrl === undefined || listenOn === undefined) return { answers: {}, notes: [], warnings: [] };
  if (isSure) return opened(question, webhookUrl);
  const warning = `The gateway listens only on this machine, so the bridge cannot reach ${webhookUrl}. Fix: gatehouse config set gateway.host ${listenOn}`;
  return { answers: {}, notes: [], warnings: [warning] };
}

function opened(question: ReachQuestion, webhookUrl: string): Reached {
  const listenOn = question.listenOn(webhookUrl);
  const notes = listenOn === undefined ? [] : [question.consequence(listenOn)];
  return { answers: { webhookUrl, listenOn }, notes, warnings: [] };
}

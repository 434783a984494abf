import type { Cli, OutputOptions } from '../cli.js';
import { CliFailure } from '../failure.js';
import type { AccountAnswers } from './account-answers.js';
import { openSetup, type Probed } from './account-setup.js';
import { nextSteps, setupAnswer, warningsOf, webhookText } from './setup-report.js';

export interface AddedAccount {
  readonly account: string;
  readonly answers: AccountAnswers;
  /** Changes an existing account. */
  readonly isForced: boolean;
  /** Probes the bridge after writing. */
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
  const planned = setup.plan(added.answers);
  const outcome = await planned.write();
  const probe = added.isProbed ? await setup.probe(planned) : undefined;
  const warnings = warningsOf(setup, planned, probe);
  for (const warning of warnings) cli.warn(warning);
  const written = `imbridge, account ${setup.account}: written to ${setup.configFile}.`;
  cli.print(options, setupAnswer(setup, planned, { outcome, probe, warnings }), () =>
    [written, ...goodNews(probe), '', webhookText(planned), '', nextSteps(cli, planned)].join('\n'),
  );
}

/** Failed probes are among the warnings. */
const goodNews = (probe: Probed | undefined): readonly string[] => (probe?.isUsable ? [probe.text] : []);

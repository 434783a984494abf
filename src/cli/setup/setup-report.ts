import { statSync } from 'node:fs';
import type { WebhookSetup } from '../../imbridge/index.js';
import type { SetupCallBack, SetupProbe } from '../../plugins/index.js';
import type { ConfigOutcome } from '../gateway/answers.js';
import type { Cli } from '../cli.js';
import { runningGateway } from '../gateway/gateway-location.js';
import { asCalled } from '../output/text.js';
import type { AccountSetup, PlannedAccount, Probed } from './account-setup.js';
import { DEFAULT_ACCOUNT, type PlannedSetup } from './account-answers.js';

/** Replaces a secret. */
const HIDDEN = '********';

const hiddenUrl = ({ url }: WebhookSetup): string => url('') + HIDDEN;

/** The webhook's address with its secret hidden, and instructions for it. */
export function webhookText({ webhook, settings }: PlannedAccount): string {
  if (webhook.isAutomatic) return webhook.notes.join('\n');
  return [
    'Enter this webhook in the bridge server with all events. Replace the stars with',
    webhook.secret === settings.password
      ? 'the password, percent-encoded:'
      : 'webhookSecret from the configuration file, percent-encoded:',
    `  ${hiddenUrl(webhook)}`,
    ...webhook.notes,
  ].join('\n');
}

/** Warnings about a channel that was set up. */
export function warningsOf(
  { configFile }: { readonly configFile: string },
  { warnings }: PlannedSetup,
  probe?: SetupProbe,
): string[] {
  const mode = statSync(configFile, { throwIfNoEntry: false })?.mode ?? 0;
  const isOpen = (mode & 0o077) !== 0;
  return [
    ...(probe?.isUsable === false ? [probe.text] : []),
    ...warnings,
    ...(isOpen ? [`Other users of this machine can read ${configFile}. Fix: chmod 600 ${configFile}`] : []),
  ];
}

/** What a running gateway does not do yet; undefined for nothing. */
export function restartText({ needs_restart: paths }: ConfigOutcome): string | undefined {
  if (paths.length === 0) return undefined;
  return `Restart the gateway: it uses the new ${paths.join(', ')} from its next start on.`;
}

interface Done {
  /** The result, where the service was made to call the gateway. */
  readonly tested?: SetupCallBack | undefined;
  readonly needsRestart?: boolean;
}

/** The next steps, one per line. @param planned the channel; undefined where only the model was set up */
export function nextSteps(
  cli: Cli,
  planned: PlannedSetup | undefined,
  { tested, needsRestart = false }: Done = {},
): string {
  const isRunning = runningGateway(cli.world.environment().stateDir) !== undefined;
  const used = needsRestart ? [] : ['The running gateway already uses it.'];
  const { callBack } = planned ?? {};
  const account = callBack && callBack.account !== DEFAULT_ACCOUNT ? ` --account ${callBack.account}` : '';
  const steps = [
    ...(isRunning ? used : ['Start the gateway: gatehouse start']),
    ...(tested?.hasCalled ? ['Write to it now.'] : []),
    ...(callBack && !tested
      ? [`Then test that its calls arrive: gatehouse channels test ${callBack.channel}${account}`]
      : []),
    ...(planned?.nextSteps ?? ['Set up a channel: gatehouse onboard']),
    'Check the state: gatehouse status --deep',
  ];
  return asCalled(cli.world, steps.join('\n'));
}

/** A probe for machines. */
const probeAnswer = ({ isReachable, isPasswordRight, info, problem }: Probed) => ({
  reachable: isReachable,
  password_accepted: isPasswordRight,
  os_version: info?.osVersion || null,
  server_version: info?.serverVersion || null,
  private_api: info?.privateApi ?? null,
  helper_connected: info?.helperConnected ?? null,
  problem: problem ?? null,
});

/** The account for machines. */
export const setupAnswer = (
  setup: AccountSetup,
  planned: PlannedAccount,
  done: {
    readonly outcome: ConfigOutcome;
    readonly probe?: Probed | undefined;
    readonly tested?: SetupCallBack | undefined;
    readonly warnings: readonly string[];
  },
) => ({
  channel: 'imbridge',
  account: setup.account,
  config_file: setup.configFile,
  ...done.outcome,
  probe: done.probe ? probeAnswer(done.probe) : null,
  webhook: {
    registration: planned.webhook.isAutomatic ? 'automatic' : 'by-hand',
    url: hiddenUrl(planned.webhook),
    called_back: done.tested?.hasCalled ?? null,
  },
  warnings: done.warnings,
});

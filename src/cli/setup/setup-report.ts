import { statSync } from 'node:fs';
import type { BridgeProbe, WebhookSetup } from '../../imbridge/index.js';
import type { ConfigOutcome } from '../gateway/answers.js';
import type { Cli } from '../cli.js';
import { runningGateway } from '../gateway/gateway-location.js';
import { asCalled } from '../output/text.js';
import type { AccountSetup, PlannedAccount } from './account-setup.js';
import { isUsable, probeAnswer, probeText } from './probe-text.js';

/** Replaces a secret. */
const HIDDEN = '********';

const hiddenUrl = ({ url }: WebhookSetup): string => url('') + HIDDEN;

/** The webhook's address with its secret hidden, and instructions for it. */
export function webhookText({ webhook, settings }: PlannedAccount): string {
  if (webhook.isAutomatic) return 'The gateway registers its webhook with the bridge automatically.';
  const lines = [
    'Enter this webhook in the bridge server, with all events, and in place of the stars',
    webhook.secret === settings.password
      ? 'the password, percent-encoded:'
      : 'webhookSecret from the configuration file, percent-encoded:',
    `  ${hiddenUrl(webhook)}`,
    'With gateway.publicUrl set to its https address, the gateway registers the webhook automatically.',
  ];
  const hidden = 'The gateway listens on this machine only: put a proxy in front, or set gateway.host.';
  return [...lines, ...(webhook.isHidden ? [hidden] : [])].join('\n');
}

/** Warnings about an account that was set up. */
export function warningsOf(setup: AccountSetup, planned: PlannedAccount, probe?: BridgeProbe): string[] {
  const { serverUrl, password, dmPolicy, allowFrom } = planned.settings;
  const warnings: string[] = [];
  if (probe && !isUsable(probe)) warnings.push(probeText(serverUrl, probe));
  if (/^\d+$/.test(password))
    warnings.push("The bridge's own store damages passwords of digits only: use letters too.");
  if (dmPolicy === 'allowlist' && allowFrom.length === 0)
    warnings.push('Nobody can write to the assistant: the allowlist is empty.');
  if (dmPolicy === 'open') warnings.push('Everybody who knows the address can use the assistant.');
  const mode = statSync(setup.configFile, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) !== 0)
    warnings.push(`${setup.configFile} is open to other users of this machine: chmod 600 it.`);
  return warnings;
}

/** The next steps, one per line. */
export function nextSteps(cli: Cli, { settings }: PlannedAccount): string {
  const isRunning = runningGateway(cli.world.environment().stateDir) !== undefined;
  const start = isRunning ? 'The running gateway uses it from now on.' : 'Start the gateway: gatehouse start';
  const pairing = [
    'People who write to the assistant get a code: gatehouse pairing list imbridge',
    'Let them in: gatehouse pairing approve imbridge <CODE>',
  ];
  const look = 'Check the state: gatehouse status --deep';
  const steps = [start, ...(settings.dmPolicy === 'pairing' ? pairing : []), look];
  return asCalled(cli.world, steps.join('\n'));
}

/** The same for machines. */
export const setupAnswer = (
  setup: AccountSetup,
  planned: PlannedAccount,
  done: {
    readonly outcome: ConfigOutcome;
    readonly probe?: BridgeProbe;
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
  },
  warnings: done.warnings,
});

import { setTimeout as pause } from 'node:timers/promises';
import type { SetupCallBack } from '../../plugins/index.js';
import type { Cli } from '../cli.js';
import { consoleLink } from '../commands/access/console.command.js';
import { Cancelled } from '../failure.js';
import type { AdminClient } from '../gateway/admin-client.js';
import type { ConfigOutcome } from '../gateway/answers.js';
import type { Prompter } from '../input/prompter.js';
import { gatewayFor } from '../local/config.js';
import type { ServiceOffer } from '../world.js';
import { asCalled } from '../output/text.js';
import type { PlannedSetup } from './account-answers.js';
import { testCallBack } from './call-back.js';
import { nextSteps, restartText, warningsOf } from './setup-report.js';

interface Written {
  readonly configFile: string;
  /** Undefined where only the model was set up. */
  readonly channel: PlannedSetup | undefined;
  /** Undefined where everything stays as it was. */
  readonly outcome: ConfigOutcome | undefined;
}

/** What is left once the settings are written: a running gateway, the proof that the service reaches it, and the console. */
export async function finish(cli: Cli, prompter: Prompter, written: Written): Promise<void> {
  const { configFile, channel, outcome } = written;
  if (channel) for (const warning of warningsOf({ configFile }, channel)) prompter.warn(warning);
  const offer = await cli.world.offerService(cli.world, prompter).catch(declined);
  const gateway = offer === 'started' || offer === 'running' ? await answering(cli) : undefined;
  const restart = gateway && outcome ? restartText(outcome) : undefined;
  if (restart !== undefined) prompter.warn(restart);
  const tested = gateway && restart === undefined ? await tryCall(cli, prompter, channel) : undefined;
  prompter.say(nextSteps(cli, channel, { tested, needsRestart: restart !== undefined }));
  if (gateway) await openConsole(cli, prompter, gateway);
  prompter.end(outcome ? `Written to ${configFile}.` : `${configFile} is unchanged.`);
}

/** The settings are written, so Ctrl-C only means that no service is wanted. */
function declined(error: unknown): ServiceOffer {
  if (error instanceof Cancelled) return 'declined';
  throw error;
}

/** A service that was started answers a little later. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 250;

/** The gateway of this machine, once it answers. */
async function answering(cli: Cli): Promise<AdminClient | undefined> {
  const signal = AbortSignal.any([cli.world.interruption(), AbortSignal.timeout(PATIENCE_MS)]);
  while (!signal.aborted) {
    const gateway = gatewayFor(cli, {});
    const isThere = await gateway?.ping().then(
      () => true,
      () => false,
    );
    if (isThere) return gateway;
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

async function tryCall(
  cli: Cli,
  prompter: Prompter,
  channel: PlannedSetup | undefined,
): Promise<SetupCallBack | undefined> {
  if (!channel?.callBack) return undefined;
  prompter.say("Testing whether the service's calls arrive …");
  const tested = await testCallBack(cli, channel.callBack);
  if (tested) prompter[tested.hasCalled === false ? 'warn' : 'say'](tested.text);
  return tested;
}

async function openConsole(cli: Cli, prompter: Prompter, gateway: AdminClient): Promise<void> {
  const { url } = await consoleLink(gateway);
  // Without the code: every user of the machine can read the arguments of a program.
  const isOpen = cli.world.openPage(url.replace(/#.*$/, ''));
  const what = isOpen ? 'The console opens in your browser. Sign in with this link' : 'Open the console';
  prompter.say(
    `${what}: ${url}\nThe link works once and expires in one minute. For another one: ${asCalled(cli.world, 'gatehouse console')}`,
  );
}

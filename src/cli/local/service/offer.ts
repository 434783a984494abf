import type { Cli } from '../../cli.js';
import type { Prompter } from '../../input/prompter.js';
import { runningGateway } from '../../gateway/gateway-location.js';
import { asCalled } from '../../output/text.js';
import type { ServiceOffer } from '../../world.js';
import { installService } from './service.js';
import {
  type Machine,
  managerOf,
  planService,
  type ServiceOptions,
  type ServicePlan,
  thisMachine,
} from './service-plan.js';

/**
 * Asks whether the gateway should run as a service, installs and starts it; for the end of a setup, when the configuration
 * is written. Where no service can run, it asks nothing and says so in one sentence: the setup is complete without one.
 */
export async function offerService(
  cli: Cli,
  prompter: Prompter,
  machine: Machine = thisMachine(cli),
): Promise<ServiceOffer> {
  const { environment, uid, library } = machine;
  if (runningGateway(environment.stateDir) !== undefined) return 'running';
  const isForMachine = uid === 0 && library === undefined;
  const say = (words: string) => prompter.say(asCalled(cli.world, words));
  const plan = await usable(machine, { user: !isForMachine, stateDir: environment.stateDir }, say);
  if (plan === undefined) return 'unavailable';
  const when = isForMachine ? 'boot' : 'login';
  if (!(await prompter.confirm(`Run the gateway in the background, and start it at every ${when}?`, true)))
    return 'declined';
  try {
    await installService(machine, { plan, version: cli.world.version, isForced: false });
  } catch (error) {
    say(`The service was not installed: ${messageOf(error)}`);
    return 'unavailable';
  }
  for (const warning of plan.warnings) prompter.warn(asCalled(cli.world, warning));
  say(
    `The gateway runs as a service: gatehouse service status${plan.unit.scope === 'user' ? ' --user' : ''}`,
  );
  return 'started';
}

/** A service that would start; undefined after saying why there is none. */
async function usable(
  machine: Machine,
  options: ServiceOptions,
  say: (words: string) => void,
): Promise<ServicePlan | undefined> {
  try {
    const plan = planService(machine, options);
    await managerOf(machine, plan.unit.scope).requireRunning();
    const [obstacle] = plan.obstacles;
    if (obstacle === undefined) return plan;
    say(`The gateway cannot run as a service: ${obstacle}`);
  } catch (error) {
    say(`The gateway cannot run as a service: ${messageOf(error)}`);
  }
  return undefined;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

import { type Check, checksReport, isMeant, repairAll, runChecks } from '../../common/index.js';
import type { ConfigProblem, GatehouseConfig } from '../../config/index.js';
import type { Cli, ClientOptions } from '../cli.js';
import { CliFailure, EXIT, GatewaySilentError } from '../failure.js';
import type { AdminClient } from '../gateway/admin-client.js';
import type { Doctor, Repairs } from '../gateway/answers.js';
import { runningGateway } from '../gateway/gateway-location.js';
import { type ConfigCode, loadConfigCode } from './config.js';

/** A process of this machine that works answers a ping at once, whatever it waits for. */
const PING_MS = 2_000;
/** Checks end after four seconds, all at once. */
const PATIENCE_MS = 6_000;
/** They are made twice, and between them one repair after the other, each of four seconds at most. */
const REPAIR_PATIENCE_MS = 30_000;

/** The doctor's answer for programs; `repairs` with `--fix`. */
export type Report = Doctor & Partial<Pick<Repairs, 'repairs'>>;

interface Asked {
  readonly only?: string;
  readonly fix?: boolean;
}

/**
 * Asks the running gateway; where none answers, or it refuses to, looks at this machine itself.
 * @throws CliFailure for an id that no check has, and for a gateway elsewhere that does not answer
 */
export async function examination(cli: Cli, options: ClientOptions & Asked): Promise<Report> {
  const { only, fix = false } = options;
  try {
    if (options.url === undefined) await clientOf(cli, options, PING_MS).ping();
    const admin = clientOf(cli, options, fix ? REPAIR_PATIENCE_MS : PATIENCE_MS);
    if (fix) return await admin.post<Repairs>('/doctor/repairs', { only });
    return await admin.get<Doctor>('/doctor', { only });
  } catch (error) {
    const isOurs = options.url === undefined && error instanceof CliFailure && error.exitCode !== EXIT.usage;
    if (!isOurs) throw error;
    return examineHost(await checksOf(cli, error), options);
  }
}

/** A configuration that cannot be read hides the address, and is what the doctor is to tell of. */
function clientOf(cli: Cli, options: ClientOptions, timeoutMs: number): AdminClient {
  try {
    return cli.admin(options, timeoutMs);
  } catch (error) {
    if (error instanceof CliFailure) throw error;
    throw new GatewaySilentError('no gateway is running here');
  }
}

/** The checks of this machine. @param failure why the gateway has not made its own */
async function checksOf(cli: Cli, failure: CliFailure): Promise<readonly Check[]> {
  const code = await loadConfigCode(cli);
  const { machineChecks } = await import('../../conditions/index.js');
  const { hostChecks, stoppedChecks } = await machineChecks();
  const environment = cli.world.environment();
  const host = { environment, ...configIn(code), now: () => Date.now() };
  const isSilent = failure instanceof GatewaySilentError || !isKnown(environment.stateDir);
  if (isSilent) return stoppedChecks({ ...host, scope: code.scope, silence: failure.message });
  return [refusalCheck(failure), ...hostChecks(host)];
}

/** Whether a gateway runs here; else what answers at the configured address may be any program. */
function isKnown(stateDir: string): boolean {
  try {
    return runningGateway(stateDir) !== undefined;
  } catch {
    return true;
  }
}

/** A gateway that runs and does not say how it is: a token that is wrong or may not ask, or an older release. */
const refusalCheck = ({ message, refusal }: CliFailure): Check => ({
  id: 'gateway',
  run: async () => [
    refusal?.code === 'NOT_FOUND'
      ? { state: 'warning', message: OLDER, remedy: RESTART }
      : { state: 'unknown', message, remedy: 'The checks of a running gateway need its response.' },
  ],
});

const OLDER = 'the running gateway has no doctor: its release is older than this command';
const RESTART = 'Restart the gateway with this release: `gatehouse help operations/upgrade`';

function configIn(code: ConfigCode): {
  readonly config: GatehouseConfig | undefined;
  readonly problems: readonly ConfigProblem[];
} {
  try {
    return { config: code.loadConfigIn(code.scope), problems: [] };
  } catch (error) {
    if (!(error instanceof code.ConfigInvalidError)) throw error;
    return { config: undefined, problems: error.problems };
  }
}

async function examineHost(all: readonly Check[], { only, fix = false }: Asked): Promise<Report> {
  const checks = only === undefined ? all : all.filter((check) => isMeant(check, only));
  if (checks.length === 0) {
    const ids = all.map(({ id }) => id).join(', ');
    throw new CliFailure(`--only: without a running gateway, the checks are ${ids}`, EXIT.usage);
  }
  const repairs: Repairs['repairs'][number][] = [];
  if (fix)
    await repairAll(checks, ({ id, change, problem }) =>
      repairs.push({ id, repair: change, problem: problem ?? null }),
    );
  const results = await runChecks(checks);
  return { ...checksReport(results), ...(fix && { repairs }) };
}

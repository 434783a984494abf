import { type CheckResult, isMeant, repairAll, runChecks } from '../../common/index.js';
import type { Cli, ClientOptions } from '../cli.js';
import { CliFailure, EXIT } from '../failure.js';
import type { CheckReport, Doctor, Repairs } from '../gateway/answers.js';
import { loadConfigCode } from '../local/config.js';

/** The doctor's answer for programs; `repairs` with `--fix`. */
export type Report = Doctor & Partial<Pick<Repairs, 'repairs'>>;

interface Asked {
  readonly only?: string;
  readonly fix?: boolean;
}

/** Asks the running gateway, or looks at this machine itself where none answers. @throws CliFailure */
export async function examination(cli: Cli, options: ClientOptions & Asked): Promise<Report> {
  const { only, fix = false } = options;
  try {
    const admin = cli.admin(options);
    return fix
      ? await admin.post<Repairs>('/doctor/repairs', { only })
      : await admin.get<Doctor>('/doctor', { only });
  } catch (error) {
    if (!(error instanceof CliFailure) || options.url !== undefined || error.exitCode === EXIT.usage)
      throw error;
    return examineHost(cli, error.message, { ...(only !== undefined && { only }), fix });
  }
}

async function examineHost(cli: Cli, problem: string, { only, fix = false }: Asked): Promise<Report> {
  const { loadConfigIn, scope } = await loadConfigCode(cli);
  const { machineChecks } = await import('../../doctor/index.js');
  const { hostChecks } = await machineChecks();
  const environment = cli.world.environment();
  const all = hostChecks({ environment, config: configIn(() => loadConfigIn(scope)) });
  const checks = only === undefined ? all : all.filter((check) => isMeant(check, only));
  const repairs: Repairs['repairs'][number][] = [];
  if (fix)
    await repairAll(checks, ({ id, change, problem: why }) =>
      repairs.push({ id, repair: change, problem: why ?? null }),
    );
  const found = (await runChecks(checks)).map(reportOf);
  const gateway = reportOf({ id: 'gateway', state: 'failed', message: problem, remedy: START });
  return { ok: false, checks: [gateway, ...found], ...(fix && { repairs }) };
}

const START = '`gatehouse start` says why it does not start; all other checks need a running gateway.';

function configIn<T>(load: () => T): T | undefined {
  try {
    return load();
  } catch {
    return undefined;
  }
}

const reportOf = ({ id, state, message, setting, remedy, repair }: CheckResult): CheckReport => ({
  ...{ id, state, message, setting: setting ?? null, remedy: remedy ?? null },
  ...{ fixable: repair !== undefined, repair: repair?.change ?? null },
});

import type { Command } from 'commander';
import type { Cli, OutputOptions } from '../../cli.js';
import { CliFailure } from '../../failure.js';
import type { ServiceOptions } from '../../local/service/service-plan.js';
import { asCalled } from '../../output/text.js';

/** `gatehouse service …` */
export function addService(program: Command, cli: Cli): void {
  const service = program
    .command('service')
    .description('Run the gateway as a service that starts at boot (systemd) or login (launchd).');
  for (const add of [addServiceInstall, addServiceStatus, addServiceUninstall]) add(service, cli);
}

const USER = 'a user service, without root';

interface InstallOptions extends OutputOptions, ServiceOptions {
  readonly print?: boolean;
  readonly force?: boolean;
}

/** `gatehouse service install` */
function addServiceInstall(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('install'))
    .description(
      'Write the unit with the paths of this machine, enable and start it. Needs root or --user; on a Mac, it is always yours.',
    )
    .option('--user', USER)
    .option('--print', 'only print the unit; change nothing')
    .option(
      '--state-dir <folder>',
      'the folder for its database, token and files (default: /var/lib/gatehouse; with --user, GATEHOUSE_STATE_DIR)',
    )
    .option('--config <file>', 'the configuration file (default: gatehouse.json in that folder)')
    .option('--force', 'replace a unit from elsewhere or one that was edited by hand; a copy is kept')
    .action(async ({ print = false, force = false, ...options }: InstallOptions) => {
      const { managerOf, planService, thisMachine } = await planCode();
      const machine = thisMachine(cli);
      const plan = planService(machine, options);
      // Where no manager runs, warnings about a service are of no use.
      if (!print) await managerOf(machine, plan.unit.scope).requireRunning();
      const warn = (text: string) => cli.warn(asCalled(cli.world, text));
      for (const warning of [...plan.warnings, ...(print ? plan.obstacles : [])]) warn(warning);
      const { installService, plannedText } = await import('../../local/service/service.js');
      const { version } = cli.world;
      if (print) return void cli.world.stdout.write(plannedText(plan, version));
      const done = await installService(machine, { plan, version, isForced: force });
      const { unit, file } = plan;
      const told = {
        file,
        ...done,
        kept: done.kept ?? null,
        state_dir: unit.stateDir,
        program: unit.program,
      };
      const { installedText } = await import('../../output/service-text.js');
      cli.print(options, { ...told, warnings: plan.warnings }, () =>
        asCalled(cli.world, installedText(plan, done, machine.environment.stateDir)),
      );
    });
}

const planCode = () => import('../../local/service/service-plan.js');

/** `gatehouse service status` */
function addServiceStatus(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('status'))
    .description(
      'Show whether the service is enabled and running, since when, and which release. Exits with 1 when it is not running.',
    )
    .option('--user', USER)
    .action(async ({ json, ...options }: OutputOptions & ServiceOptions) => {
      const [{ serviceStatus }, { statusText }] = await Promise.all([
        import('../../local/service/service-status.js'),
        import('../../output/service-text.js'),
      ]);
      const { scopeOf, thisMachine } = await planCode();
      const machine = thisMachine(cli);
      const scope = scopeOf(machine, options);
      const status = await serviceStatus(cli, machine, scope);
      cli.print(json ? { json } : {}, status, () => asCalled(cli.world, statusText(status, scope)));
      if (status.active !== 'active') throw new CliFailure('the service is not running');
    });
}

/** `gatehouse service uninstall` */
function addServiceUninstall(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('uninstall'))
    .description('Stop the service and remove its unit; the state directory stays.')
    .option('--user', USER)
    .option('--force', 'even if the unit was edited by hand')
    .action(async ({ force = false, ...options }: InstallOptions) => {
      const { uninstallService } = await import('../../local/service/service.js');
      const { scopeOf, thisMachine } = await planCode();
      const machine = thisMachine(cli);
      const wanted = { scope: scopeOf(machine, options), isForced: force };
      const { file, unit, stateDir } = await uninstallService(machine, wanted);
      cli.print(options, { file, unit, state_dir: stateDir ?? null }, () =>
        unit === 'absent'
          ? `${file} does not exist: nothing was changed.`
          : `Stopped and removed: ${file}. ${stateDir ?? 'The state directory'} and all its data stay.`,
      );
    });
}

import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../../cli.js';
import { CliFailure } from '../../failure.js';
import { doctorText } from '../../output/doctor-text.js';
import { asCalled, counted } from '../../output/text.js';

interface Options extends ClientOptions {
  readonly only?: string;
  readonly fix?: boolean;
}

/** `gatehouse doctor` */
export function addDoctor(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('doctor'))
    .description('Check the gateway, this machine and connected services. Read-only.')
    .option('--only <id>', 'one check, such as disk, or all checks of a channel, such as imbridge')
    .option('--fix', 'apply the safe fixes, then check again; never changes the configuration')
    .action(async (options: Options) => {
      const { examination } = await import('../../local/examination.js');
      const report = await examination(cli, options);
      cli.print(options, report, () => asCalled(cli.world, doctorText(report)));
      const failed = report.checks.filter(({ state }) => state === 'failed').length;
      if (failed > 0) throw new CliFailure(`${counted(failed, 'check')} failed`);
    });
}

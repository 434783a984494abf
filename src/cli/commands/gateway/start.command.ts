import { type Command, Option } from 'commander';
import { type ProcessRole, PROCESS_ROLES } from '../../../config/process/role.js';
import { portNumber } from '../../cli.js';

interface Options {
  readonly role: ProcessRole;
  readonly port?: number;
  readonly config?: string;
  readonly stateDir?: string;
}

/** `gatehouse start` */
export function addStart(parent: Command): void {
  parent
    .command('start')
    .description('Run the gateway until SIGTERM or SIGINT.')
    .addOption(
      new Option('--role <role>', 'the role of this process; web and worker need DATABASE_URL')
        .choices(PROCESS_ROLES)
        .default('all'),
    )
    .option('--port <port>', 'use this port instead of gateway.port', portNumber)
    .option('--config <file>', 'the configuration file, instead of GATEHOUSE_CONFIG')
    .option(
      '--state-dir <folder>',
      'the folder for its database, token and files, instead of GATEHOUSE_STATE_DIR',
    )
    .action(async ({ role, ...options }: Options) => {
      const { overrideEnvironment } = await import('../../../config/process/environment.js');
      overrideEnvironment(options);
      const { startLean } = await import('../../../config/process/lean-start.js');
      startLean();
      const { runGateway } = await import('../../../gateway-process.js');
      await runGateway(role);
    });
}

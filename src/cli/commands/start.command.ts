import { type Command, Option } from 'commander';
import { type ProcessRole, PROCESS_ROLES } from '../../config/process/role.js';

/** `gatehouse start` */
export function addStart(parent: Command): void {
  parent
    .command('start')
    .description('Run the gateway until SIGTERM or SIGINT.')
    .addOption(
      new Option('--role <role>', 'the work of this process; web and worker need DATABASE_URL')
        .choices(PROCESS_ROLES)
        .default('all'),
    )
    .action(async ({ role }: { role: ProcessRole }) => {
      const { becomeLeanGateway } = await import('../../config/process/lean-process.js');
      await becomeLeanGateway(['--role', role]);
      const { runGateway } = await import('../../gateway-process.js');
      await runGateway(role);
    });
}

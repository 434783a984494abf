import type { Command } from 'commander';
import type { Cli, OutputOptions } from '../../cli.js';
import { CliFailure } from '../../failure.js';
import { loadConfigCode } from '../../local/config.js';
import { databaseEnvironment } from '../../local/database.js';
import { importText } from '../../output/import-text.js';

interface Options extends OutputOptions {
  readonly config?: string;
  readonly dryRun?: boolean;
}

/** `gatehouse import openclaw <dir>` */
export function addImport(program: Command, cli: Cli): void {
  const group = program.command('import').description('Import the settings and people of another program.');
  cli
    .withOutputOptions(group.command('openclaw'))
    .description(
      'Import settings, secrets, approved senders, conversations and polls from OpenClaw, which stays unchanged. The gateway must be stopped or new.',
    )
    .argument('<dir>', 'its state directory, for example ~/.openclaw')
    .option('--config <file>', 'its configuration file, if it is elsewhere')
    .option('--dry-run', 'print the report without writing anything')
    .action(async (folder: string, { config, dryRun = false, ...options }: Options) => {
      const report = await imported(cli, { folder, ...(config !== undefined && { config }), dryRun });
      cli.print(options, report, (table) => importText(report, table));
    });
}

/** @throws CliFailure when nothing was imported */
async function imported(cli: Cli, wanted: { folder: string; config?: string; dryRun: boolean }) {
  databaseEnvironment(cli.world);
  const { plugins, scope } = await loadConfigCode(cli);
  const { importOpenclaw, ImportError } = await import('../../../import/index.js');
  try {
    const channels = plugins.loaded.flatMap((plugin) => plugin.channels);
    return await importOpenclaw({ ...wanted, scope, channels });
  } catch (error) {
    throw error instanceof ImportError ? new CliFailure(error.message) : error;
  }
}

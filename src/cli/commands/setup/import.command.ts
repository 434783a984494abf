import type { Command } from 'commander';
import type * as Import from '../../../import/index.js';
import type { Cli, OutputOptions } from '../../cli.js';
import { CliFailure } from '../../failure.js';
import { loadConfigCode } from '../../local/config.js';
import { databaseEnvironment } from '../../local/database.js';
import { importText } from '../../output/import-text.js';

interface Options extends OutputOptions {
  readonly config?: string;
  readonly dryRun?: boolean;
}

/** `gatehouse import openclaw <dir>`, `gatehouse import hermes <dir>` */
export function addImport(program: Command, cli: Cli): void {
  const group = program.command('import').description('Import the settings and people of another program.');
  cli
    .withOutputOptions(group.command('openclaw'))
    .description(
      'Import settings, secrets, approved senders, conversations and polls from OpenClaw, which stays unchanged. The gateway must be stopped or new.',
    )
    .argument('<dir>', 'its state directory, for example ~/.openclaw')
    .option('--config <file>', 'its configuration file, if it is elsewhere')
    .option(...DRY_RUN)
    .action(async (folder: string, { config, dryRun = false, ...options }: Options) => {
      const report = await imported(cli, async ({ importOpenclaw }, common) =>
        importOpenclaw({ ...common, folder, dryRun, ...(config !== undefined && { config }) }),
      );
      cli.print(options, report, (table) => importText(report, table));
    });
  cli
    .withOutputOptions(group.command('hermes'))
    .description(
      'Import settings, secrets, people and instructions from a Hermes home directory, which stays unchanged. The gateway must be stopped or new.',
    )
    .argument('<dir>', 'its home directory, for example ~/.hermes, or that of a profile')
    .option(...DRY_RUN)
    .action(async (folder: string, { dryRun = false, ...options }: Options) => {
      const report = await imported(cli, async ({ importHermes }, common) =>
        importHermes({ ...common, folder, dryRun }),
      );
      cli.print(options, report, (table) => importText(report, table));
    });
}

const DRY_RUN = ['--dry-run', 'print the report without writing anything'] as const;

type Importers = Pick<typeof Import, 'importHermes' | 'importOpenclaw'>;
type Common = Pick<Import.ImportOptions, 'scope' | 'channels'>;

/** @throws CliFailure when nothing was imported */
async function imported(
  cli: Cli,
  run: (importers: Importers, common: Common) => Promise<Import.ImportReport>,
): Promise<Import.ImportReport> {
  databaseEnvironment(cli.world);
  const { plugins, scope } = await loadConfigCode(cli);
  const importers = await import('../../../import/index.js');
  try {
    const channels = plugins.loaded.flatMap((plugin) => plugin.channels);
    return await run(importers, { scope, channels });
  } catch (error) {
    throw error instanceof importers.ImportError ? new CliFailure(error.message) : error;
  }
}

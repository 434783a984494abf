import type { Command } from 'commander';
import type { Cli, OutputOptions } from '../../cli.js';
import { CliFailure, CliOutcome, EXIT } from '../../failure.js';
import { loadPersistence } from '../../local/database.js';
import { asCalled } from '../../output/text.js';

interface CheckOptions extends OutputOptions {
  readonly feed?: string;
  readonly pre?: boolean;
  readonly notes?: boolean;
}

const WITHOUT_FEED =
  'no release feed is configured. Pass --feed with a releases.json file or URL (each build creates one)';

/** `gatehouse update …` */
export function addUpdate(program: Command, cli: Cli): void {
  const update = program
    .command('update')
    .description('Check for newer releases; the gateway never checks automatically.');
  addUpdateCheck(update, cli);
}

/** `gatehouse update check` */
function addUpdateCheck(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('check'))
    .description(
      'Compare this release with a feed: newer releases, security fixes, and whether rolling back needs an import. Installs nothing. Exits with 100 when a newer release exists.',
    )
    .option('--feed <place>', 'the releases.json of a build: a file or an https URL')
    .option('--pre', 'include prereleases, such as 1.0.0-rc.1')
    .option('--notes', 'print the changes of each release')
    .action(async ({ feed: place, pre = false, notes = false, ...options }: CheckOptions) => {
      if (place === undefined) throw new CliFailure(WITHOUT_FEED, EXIT.usage);
      const [{ readFeed }, { newerReleases }, { latestMigration }, { updateText }] = await Promise.all([
        import('../../local/updates/release-feed.js'),
        import('../../local/updates/newer-releases.js'),
        loadPersistence(),
        import('../../output/update-text.js'),
      ]);
      const { version } = cli.world;
      const newer = newerReleases(await readFeed(place), { version, migration: latestMigration() }, pre);
      const security = newer.some((each) => each.security);
      const told = { version, newest: newer[0]?.version ?? version, security, newer };
      cli.print(options, told, (table) => asCalled(cli.world, updateText(table, told, notes)));
      if (newer.length > 0) throw new CliOutcome(EXIT.newer);
    });
}

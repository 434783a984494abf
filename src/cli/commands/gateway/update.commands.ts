import type { Command } from 'commander';
import type { Cli, OutputOptions } from '../../cli.js';
import { CliFailure, CliOutcome, EXIT } from '../../failure.js';
import { loadPersistence } from '../../local/database.js';
import type { InstallOptions } from '../../local/updates/install-update.js';
import type { Installation } from '../../local/updates/installation.js';
import { asCalled } from '../../output/text.js';

interface CheckOptions extends OutputOptions {
  readonly feed?: string;
  readonly pre?: boolean;
  readonly notes?: boolean;
}

/** `gatehouse update …` */
export function addUpdate(program: Command, cli: Cli): void {
  const update = program
    .command('update')
    .description(
      'Check for newer releases, install one, and go back; the gateway never does so automatically.',
    );
  for (const add of [addUpdateCheck, addUpdateInstall, addUpdateRollback]) add(update, cli);
}

const FEED = 'the releases.json of a build: a file or an https URL (default: GATEHOUSE_FEED)';

/** `gatehouse update check` */
function addUpdateCheck(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('check'))
    .description(
      'Compare this release with a feed: newer releases, security fixes, and whether they migrate the database. Installs nothing. Exits with 100 when a newer release exists.',
    )
    .option('--feed <place>', FEED)
    .option('--pre', 'include prereleases, such as 1.0.0-rc.1')
    .option('--notes', 'print the changes of each release')
    .action(async ({ feed, pre = false, notes = false, ...options }: CheckOptions) => {
      const { feedOf, WITHOUT_FEED } = await installCode();
      const installation = await ownInstallation();
      const place = feedOf(cli, { feed, installation });
      if (place === undefined) throw new CliFailure(WITHOUT_FEED, EXIT.usage);
      const [{ readFeed }, { newerReleases }, { latestMigration }, { updateText }] = await Promise.all([
        import('../../local/updates/release-feed.js'),
        import('../../local/updates/newer-releases.js'),
        loadPersistence(),
        import('../../output/update-text.js'),
      ]);
      const own = { version: cli.world.version, migration: latestMigration() };
      const { version } = own;
      const newer = newerReleases(await readFeed(place), own, pre);
      const security = newer.some((each) => each.security);
      const told = { version, newest: newer[0]?.version ?? version, security, newer };
      const check = { ...own, newer, isInstalled: installation !== undefined };
      cli.print(options, told, (table) => asCalled(cli.world, updateText(table, check, notes)));
      if (newer.length > 0) throw new CliOutcome(EXIT.newer);
    });
}

const installCode = () => import('../../local/updates/install-update.js');

const ownInstallation = async (): Promise<Installation | undefined> =>
  (await import('../../local/updates/installation.js')).installationOf();

/** What both commands that change an installation need. @throws CliFailure for a program installed in another way */
async function placeOf(cli: Cli) {
  const [{ notInstalled }, installation, { thisMachine }, { allVariables }] = await Promise.all([
    installCode(),
    ownInstallation(),
    import('../../local/service/service-plan.js'),
    import('../../../config/process/environment.js'),
  ]);
  if (installation === undefined) throw notInstalled();
  return { cli, installation, machine: thisMachine(cli), env: allVariables() };
}

/** `gatehouse update install` */
function addUpdateInstall(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('install'))
    .description(
      'Back up, download and check a newer release, then switch to it; a release that does not start is switched back. Run it again after an interruption. Only for a program that install.sh has installed.',
    )
    .option('--feed <place>', FEED)
    .option('--version <version>', 'a release of the feed (default: the newest)')
    .option('--pre', 'include prereleases, such as 1.0.0-rc.1')
    .option('--yes', 'do not ask')
    .action(async (options: InstallOptions) => {
      const { installUpdate } = await installCode();
      const place = await placeOf(cli);
      const updated = await installUpdate(place, options);
      const { version } = place.installation;
      const { updatedText } = await import('../../output/update-text.js');
      cli.print(options, updated ?? { from: version, to: version, backup: null, service: null }, () =>
        asCalled(cli.world, updatedText(updated, version)),
      );
    });
}

/** `gatehouse update rollback` */
function addUpdateRollback(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('rollback'))
    .description(
      'Go back to the release before the last update: the schema of the database goes back, messages and settings stay. Run it again after an interruption.',
    )
    .option('--yes', 'do not ask')
    .action(async (options: OutputOptions & { readonly yes?: boolean }) => {
      const { rollback } = await installCode();
      const place = await placeOf(cli);
      const updated = await rollback(place, options);
      const { updatedText } = await import('../../output/update-text.js');
      cli.print(options, updated, () => asCalled(cli.world, updatedText(updated, updated.to)));
    });
}

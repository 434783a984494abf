import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { BackupSummary } from '../../../backup/index.js';
import type { Cli } from '../../cli.js';
import {
  backupAnswer,
  type BackupCommandOptions,
  contentText,
  lacksText,
  loadBackup,
  passphraseIn,
  runBackup,
} from '../../local/backup.js';
import { databaseEnvironment, databaseName } from '../../local/database.js';
import { asCalled, printable } from '../../output/text.js';
import type { BackupConfig } from '../../../config/index.js';
import { CliFailure } from '../../failure.js';
import { loadConfigCode } from '../../local/config.js';

/**
 * The settings of backups, also while no gateway runs.
 * @throws CliFailure when an invalid configuration may have a passphrase, without which a backup would not be encrypted
 */
async function configuredBackup(cli: Cli): Promise<Partial<BackupConfig>> {
  const code = await loadConfigCode(cli);
  try {
    return code.loadConfigIn(code.scope).get(code.BACKUP);
  } catch (error) {
    if (!(error instanceof code.ConfigInvalidError)) throw error;
    if (!mayHavePassphrase(cli)) return {};
    throw new CliFailure(
      `${code.formatProblems(error)}\nThe configuration may contain the passphrase: fix it, or pass --passphrase-file.`,
    );
  }
}

function mayHavePassphrase({ world }: Cli): boolean {
  const { configFile, settings } = world.environment();
  try {
    return 'backup' in world.readConfigFile(configFile) || [...(settings?.keys() ?? [])].some(isOfBackups);
  } catch {
    return true;
  }
}

const isOfBackups = (name: string): boolean => name.startsWith('GATEHOUSE__BACKUP__');

/** `gatehouse backup …` */
export function addBackup(program: Command, cli: Cli): void {
  const backup = program.command('backup').description('Back up a gateway to one file, and restore it.');
  for (const add of [addBackupCreate, addBackupVerify, addBackupRestore]) add(backup, cli);
}

const withPassphrase = (command: Command, words: string): Command =>
  command.option('--passphrase-file <file>', `a file with the passphrase ${words}`);

/** `gatehouse backup create [file]` */
function addBackupCreate(parent: Command, cli: Cli): void {
  withPassphrase(cli.withOutputOptions(parent.command('create')), 'that encrypts it')
    .description(
      'Write the database, message files, configuration and secrets to one file, and verify it by a test restore. The gateway may be running.',
    )
    .argument(
      '[file]',
      'default: a new file named after the current time, in backup.folder or {state_dir}-backups',
    )
    .action(async (name: string | undefined, options: BackupCommandOptions) => {
      const environment = databaseEnvironment(cli.world);
      const { backupName, createBackup } = await loadBackup();
      const given = await passphraseIn(options.passphraseFile);
      const isAllGiven = name !== undefined && given !== undefined;
      const configured = isAllGiven ? {} : await configuredBackup(cli);
      const { folder = `${environment.stateDir}-backups`, passphrase = given } = configured;
      if (name === undefined) await makeFolder(folder);
      const file = resolve(name ?? join(folder, backupName(new Date())));
      await runBackup(cli, options, {
        work: (more) => createBackup(environment, { file, passphrase: given ?? passphrase, ...more }),
        answer: backupAnswer,
        lines: (made) => [
          `Backup written to ${file} and verified by a test restore.`,
          contentText(made),
          ...lacksText(made),
          ...(made.noteProblem === undefined
            ? []
            : [`The doctor will not know about it: ${made.noteProblem}`]),
        ],
      });
    });
}

/** @throws CliFailure, such as in a container whose user may write below the state directory only */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new CliFailure(`${folder} cannot be created (${code}). Set backup.folder, or pass a file name.`);
  }
}

/** `gatehouse backup verify <file>` */
function addBackupVerify(parent: Command, cli: Cli): void {
  withPassphrase(cli.withOutputOptions(parent.command('verify')), 'it was encrypted with')
    .description(
      'Check every byte of a backup, and make a test restore next to the file. Changes nothing and needs no gateway.',
    )
    .argument('<file>', 'written by `backup create`')
    .action(async (name: string, options: BackupCommandOptions) => {
      const { verifyBackup } = await loadBackup();
      const file = resolve(name);
      const passphrase = await passphraseIn(options.passphraseFile);
      await runBackup(cli, options, {
        work: (more) => verifyBackup({ file, passphrase, ...more }),
        answer: backupAnswer,
        lines: (found) => [
          `${file} is complete and was verified by a test restore.`,
          madeText(found),
          ...lacksText(found),
        ],
      });
    });
}

/** `gatehouse backup restore <file>` */
function addBackupRestore(parent: Command, cli: Cli): void {
  withPassphrase(cli.withOutputOptions(parent.command('restore')), 'it was encrypted with')
    .description(
      'Restore a gateway from a backup, completely or not at all. Needs an empty state directory and, with DATABASE_URL, an empty database.',
    )
    .argument('<file>', 'written by `backup create`')
    .action(async (name: string, options: BackupCommandOptions) => {
      const environment = databaseEnvironment(cli.world);
      const { restoreBackup } = await loadBackup();
      const { shellWord } = await import('../../../common/index.js');
      const file = resolve(name);
      const passphrase = await passphraseIn(options.passphraseFile);
      const target = databaseName(environment.databaseUrl === undefined ? 'sqlite' : 'postgres');
      await runBackup(cli, options, {
        work: (more) => restoreBackup(environment, { file, passphrase, ...more }),
        answer: (found) => ({ ...backupAnswer(found), state_dir: environment.stateDir }),
        lines: (found) => [
          `Restored ${environment.stateDir}; the database is ${target}.`,
          madeText(found),
          ...lacksText(found),
          ...nextSteps(found, environment, shellWord).map((step) => asCalled(cli.world, step)),
        ],
      });
    });
}

const madeText = (found: BackupSummary): string =>
  `Created ${found.createdAt} by Gatehouse ${found.gatehouse}: ${contentText(found)}`;

/** The steps that are left before the gateway is as it was. */
function nextSteps(
  { plugins, files }: BackupSummary,
  { stateDir, configFile }: { readonly stateDir: string; readonly configFile: string },
  shellWord: (text: string) => string,
): string[] {
  const own = join(stateDir, 'gatehouse.json');
  const isElsewhere = files.includes('gatehouse.json') && configFile !== own;
  return [
    ...plugins.map(
      ({ source, version }) =>
        `Then: gatehouse plugins install ${shellWord(printable(source))} (it had ${version})`,
    ),
    ...(stateDir === join(homedir(), '.gatehouse')
      ? []
      : [`From now on, the gateway and every command need GATEHOUSE_STATE_DIR: ${stateDir}`]),
    ...(isElsewhere ? [`GATEHOUSE_CONFIG names ${configFile}: the restored one is ${own}`] : []),
    'Once the old gateway is stopped permanently: gatehouse start',
  ];
}

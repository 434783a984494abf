import { readFile } from 'node:fs/promises';
import type { BackupProgress, BackupSummary } from '../../backup/index.js';
import { CliFailure, EXIT } from '../failure.js';
import { counted, printable } from '../output/text.js';
import type { Cli, OutputOptions } from '../cli.js';

/** Options of every `gatehouse backup` command. */
export interface BackupCommandOptions extends OutputOptions {
  readonly passphraseFile?: string;
}

/** Loaded by the commands that make and read backups; it prints nothing itself. */
export async function loadBackup() {
  await import('reflect-metadata');
  const { Logger } = await import('@nestjs/common');
  Logger.overrideLogger(false);
  const { backupCode } = await import('../../backup/index.js');
  return backupCode();
}

/** The first line of a file. @throws CliFailure (usage) when it cannot be read, or is empty */
export async function passphraseIn(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new CliFailure(`--passphrase-file: ${file} cannot be read (${code})`, EXIT.usage);
  });
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase === '') throw new CliFailure(`--passphrase-file: ${file} is empty`, EXIT.usage);
  return passphrase;
}

interface Work<Summary> {
  readonly work: (options: {
    readonly signal: AbortSignal;
    readonly onProgress?: (progress: BackupProgress) => void;
  }) => Promise<Summary>;
  readonly answer: (summary: Summary) => object;
  /** The lines for people; the first says what was done. */
  readonly lines: (summary: Summary) => readonly string[];
}

/** Runs a backup command and shows how far it is; Ctrl-C leaves nothing half done. */
export async function runBackup<Summary>(
  cli: Cli,
  options: OutputOptions,
  { work, answer, lines }: Work<Summary>,
): Promise<void> {
  const signal = cli.world.interruption();
  const { progressOn } = await import('../output/progress.js');
  const view = options.json ? undefined : progressOn(cli.world.stdout);
  try {
    const summary = await work({ signal, ...(view && { onProgress: (step) => view.at(step) }) });
    if (view) view.succeed(lines(summary).join('\n'));
    else cli.print(options, answer(summary), () => '');
  } catch (error) {
    view?.end();
    throw signal.aborted ? new CliFailure(NOTHING_LEFT, EXIT.interrupted) : error;
  }
}

const NOTHING_LEFT = 'interrupted: nothing was changed, and no partial data is left; run the command again';

/** The JSON of every `gatehouse backup` command. */
export const backupAnswer = (summary: BackupSummary) => ({
  file: summary.file,
  bytes: summary.bytes,
  encrypted: summary.isEncrypted,
  gatehouse: summary.gatehouse,
  created_at: summary.createdAt,
  migration: summary.migration,
  dialect: summary.dialect,
  rows: summary.rows,
  tables: Object.fromEntries(Object.entries(summary.tables).map(([name, { rows }]) => [name, rows])),
  files: summary.files,
  media: {
    files: summary.media.files,
    bytes: summary.media.bytes,
    deleted: summary.media.deleted,
    missing: summary.media.missing,
    missing_ids: summary.media.missingIds,
  },
  not_contained: { files: summary.outside, variables: summary.variables },
  plugins: summary.plugins,
});

/** A size in the unit that shows its first digits. */
const sizeText = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1_048_576).toFixed(1)} MB`;

/** The contents of a backup, in one line. */
export function contentText({ rows, media, files, bytes, isEncrypted }: BackupSummary): string {
  const of = [counted(rows, 'row'), counted(media.files, 'message file'), files.join(', ')];
  return printable(
    `${of.filter(Boolean).join('; ')}. ${sizeText(bytes)}, ${isEncrypted ? '' : 'not '}encrypted.`,
  );
}

/** The things that a backup lacks, and that a restore needs besides. */
export function lacksText({ outside, variables, media }: BackupSummary): string[] {
  return [
    ...outside.map(({ setting, path }) => `Not included: ${path} (${setting})`),
    ...(variables.length > 0 ? [`Not included: the environment variables ${variables.join(', ')}`] : []),
    ...(media.missing > 0
      ? [`Already missing: ${counted(media.missing, 'message file')}: ${media.missingIds.join(', ')}`]
      : []),
  ].map(printable);
}

import type { BackupConfig } from '../../config/index.js';
import type { Cli } from '../cli.js';
import { CliFailure } from '../failure.js';
import { loadConfigCode } from './config.js';

/**
 * The settings of backups, also while no gateway runs.
 * @throws CliFailure when an invalid configuration may have a passphrase, without which a backup would not be encrypted
 */
export async function configuredBackup(cli: Cli): Promise<Partial<BackupConfig>> {
  const code = await loadConfigCode(cli);
  try {
    return code.loadConfigIn(code.scope).get(code.BACKUP);
  } catch (error) {
    if (!(error instanceof code.ConfigInvalidError)) throw error;
    if (!mayHavePassphrase(cli)) return {};
    throw new CliFailure(
      `${code.formatProblems(error)}\nThe passphrase is part of it: mend it, or give --passphrase-file.`,
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

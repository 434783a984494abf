import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { IsInt, IsNumber, IsOptional, Max, Min } from 'class-validator';
import { section } from '../../describe/section.js';
import { Setting } from '../../describe/setting.decorator.js';
import { IsAbsolutePath } from '../../describe/validators.js';
import type { ConfigRule } from '../../load/gatehouse-config.js';
import { ConfigProblem } from '../../tree/problem.js';

/** Ours, not the specifications': backups that the gateway makes by itself. */
export class BackupConfig {
  @Setting({ doc: 'Hours between backups. Unset = no scheduled backups.' })
  @IsOptional()
  @IsNumber()
  @Min(0.25)
  @Max(8_760)
  readonly everyHours?: number;

  @Setting({
    doc: 'Absolute path of the folder for backups; outside the state directory, preferably on another disk. `gatehouse backup create` uses it too. Set in the file or the environment only.',
    isHostOnly: true,
  })
  @IsOptional()
  @IsAbsolutePath()
  readonly folder?: string;

  @Setting({
    doc: 'Number of its own backups that the gateway keeps in the folder; it never deletes other files.',
  })
  @IsInt()
  @Min(1)
  @Max(1_000)
  readonly keep: number = 7;

  @Setting({
    doc: 'The passphrase that encrypts backups. Also store it elsewhere: backups cannot be restored without it. Unset = not encrypted.',
    secret: true,
  })
  @IsOptional()
  readonly passphrase?: string;

  problems(): ConfigProblem[] {
    const isMissing = this.everyHours !== undefined && this.folder === undefined;
    return [
      ...(isMissing ? [new ConfigProblem('folder', 'must be set if everyHours is set')] : []),
      ...(this.passphrase === '' ? [new ConfigProblem('passphrase', 'must not be empty')] : []),
    ];
  }
}

export const BACKUP = section('backup', BackupConfig);

/** An erased person must not be found in the state dir, and a backup there would keep them. */
export const backupsAreElsewhere: ConfigRule = (config) => {
  const { folder } = config.get(BACKUP);
  if (folder === undefined || !isBelow(config.environment.stateDir, folder)) return [];
  return [new ConfigProblem('backup.folder', 'must be outside the state directory')];
};

function isBelow(folder: string, path: string): boolean {
  const way = relative(real(folder), real(path));
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}

/** Where links lead; a part that does not exist yet stays as it is. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(real(dirname(path)), basename(path));
  }
}

import { VERSION } from '../common/index.js';
import type { About } from './archive/about.js';
import { BackupError } from './backup.error.js';

/** @throws BackupError for the backup of a release that this one cannot know */
export function refuseNewer({ gatehouse }: About, file: string): void {
  if (isNewer(gatehouse, VERSION))
    throw new BackupError(
      `${file} was created by a newer release (${gatehouse}; this is ${VERSION}): update Gatehouse first`,
    );
}

function isNewer(one: string, other: string): boolean {
  const [ours, theirs] = [numbersOf(other), numbersOf(one)];
  const at = theirs.findIndex((number, index) => number !== (ours[index] ?? 0));
  return at >= 0 && (theirs[at] ?? 0) > (ours[at] ?? 0);
}

const numbersOf = (version: string): number[] => version.split(/[-+]/)[0]?.split('.').map(Number) ?? [];

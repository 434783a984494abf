import { basename } from 'node:path';
import type { BackupNote } from '../../persistence/index.js';

/**
 * One record of what two machines know: the newest backup of either, whoever made it, the failure that the newer record
 * has or has no more, and the list of own backups of whichever machine began the last one.
 */
export function mergedNotes(one: BackupNote, other: BackupNote): BackupNote {
  const { failure } = timeOf(other) > timeOf(one) ? other : one;
  const last = lastTimeOf(other) > lastTimeOf(one) ? other.last : one.last;
  const { made } = beganLast(other) > beganLast(one) ? other : one;
  return { ...(last && { last }), ...(failure && { failure }), made };
}

const lastTimeOf = ({ last }: BackupNote): number => (last ? Date.parse(last.at) : 0);

/** The newest moment that a note tells of, epoch ms. */
const timeOf = (note: BackupNote): number =>
  Math.max(lastTimeOf(note), note.failure ? Date.parse(note.failure.at) : 0);

/** Names of own backups have their time. */
const beganLast = ({ made: [newest = ''] }: BackupNote): string => basename(newest);

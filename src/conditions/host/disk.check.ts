import { statfs } from 'node:fs/promises';
import type { Check, CheckState, Finding } from '../../common/index.js';
import { checkOf, type Condition, condition, ok } from '../condition.js';

const MB = 1_048_576;
/** Below this there is too little, however large the disk is. */
const LITTLE_ROOM_BYTES = 512 * MB;
/** SQLite needs room for its log and for a checkpoint. */
const NO_ROOM_BYTES = 32 * MB;
/** Files come and go. */
const MARGIN_PERCENT = 1;

export interface Room {
  readonly freeBytes: number;
  /** The free part of the whole file system, 0 to 1. */
  readonly freeShare: number;
}

/** The room left on the file system of a folder. @returns undefined where the file system does not tell */
async function roomFor(folder: string): Promise<Room | undefined> {
  const { bavail, bsize, blocks } = await statfs(folder);
  return blocks === 0 ? undefined : { freeBytes: bavail * bsize, freeShare: bavail / blocks };
}

const isNearlyFull = ({ freeBytes, freeShare }: Room, percent: number): boolean =>
  freeBytes < (percent === 0 ? NO_ROOM_BYTES : LITTLE_ROOM_BYTES) || freeShare * 100 < percent;

/**
 * Room for the database and for files.
 * @param percent the free part below which there is too little (`alerts.diskFreePercent`)
 * @param roomIn the room left on the file system of a folder
 */
export const diskCheck = (stateDir: string, percent: number, roomIn = roomFor): Check =>
  checkOf('disk', () => examineDisk(stateDir, percent, roomIn));

/** A little more room than raises an alert does not end one. */
export async function examineDisk(
  stateDir: string,
  percent: number,
  roomIn = roomFor,
): Promise<readonly (Finding | Condition)[]> {
  const room = await roomIn(stateDir);
  if (!room)
    return [{ state: 'unknown', message: `the file system of ${stateDir} does not report its size` }];
  const message = `${Math.floor(room.freeBytes / MB)} MB are free for ${stateDir}`;
  const full = (state: CheckState) => condition('disk-nearly-full', message, { state });
  if (isNearlyFull(room, percent)) return [full(room.freeBytes < NO_ROOM_BYTES ? 'failed' : 'warning')];
  return isNearlyFull(room, percent + MARGIN_PERCENT) ? [ok(message), full('unknown')] : [ok(message)];
}

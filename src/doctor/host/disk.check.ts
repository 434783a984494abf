import { statfs } from 'node:fs/promises';
import type { Check, Finding } from '../../common/index.js';
import { faultFound, ok } from '../faults.js';

const MB = 1_048_576;
/** Below either of these there is too little. */
const LITTLE_ROOM = { share: 0.05, bytes: 512 * MB };
/** SQLite needs room for its log and for a checkpoint. */
const NO_ROOM_BYTES = 32 * MB;

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

const isNearlyFull = ({ freeBytes, freeShare }: Room): boolean =>
  freeBytes < LITTLE_ROOM.bytes || freeShare < LITTLE_ROOM.share;

/** Room for the database and for files. @param roomIn the room left on the file system of a folder */
export const diskCheck = (stateDir: string, roomIn = roomFor): Check => ({
  id: 'disk',
  run: async () => [findingOf(stateDir, await roomIn(stateDir))],
});

function findingOf(stateDir: string, room: Room | undefined): Finding {
  if (!room) return { state: 'unknown', message: `the file system of ${stateDir} does not tell its size` };
  const message = `${Math.floor(room.freeBytes / MB)} MB are free for ${stateDir}`;
  if (!isNearlyFull(room)) return ok(message);
  return faultFound('disk-nearly-full', message, {
    state: room.freeBytes < NO_ROOM_BYTES ? 'failed' : 'warning',
  });
}

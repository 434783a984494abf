import { statfs } from 'node:fs/promises';
import type { Check, Finding } from '../../common/index.js';

const MB = 1_048_576;
/** Alerts and the doctor warn below both of these. */
export const LITTLE_ROOM = { share: 0.05, bytes: 512 * MB };
/** SQLite needs room for its log and for a checkpoint. */
const NO_ROOM_BYTES = 32 * MB;

export interface Room {
  readonly freeBytes: number;
  /** Of the whole file system, 0 to 1. */
  readonly freeShare: number;
}

/** The room left on the file system of a folder. @returns undefined where the file system does not tell */
export async function roomFor(folder: string): Promise<Room | undefined> {
  const { bavail, bsize, blocks } = await statfs(folder);
  return blocks === 0 ? undefined : { freeBytes: bavail * bsize, freeShare: bavail / blocks };
}

export const isNearlyFull = ({ freeBytes, freeShare }: Room): boolean =>
  freeBytes < LITTLE_ROOM.bytes || freeShare < LITTLE_ROOM.share;

/** Room for the database and for files. */
export const diskCheck = (stateDir: string): Check => ({
  id: 'disk',
  run: async () => [findingOf(stateDir, await roomFor(stateDir))],
});

function findingOf(stateDir: string, room: Room | undefined): Finding {
  if (!room) return { state: 'unknown', message: `the file system of ${stateDir} does not tell its size` };
  const message = `${Math.floor(room.freeBytes / MB)} MB are free for ${stateDir}`;
  if (!isNearlyFull(room)) return { state: 'ok', message };
  const setting = 'retention';
  const remedy = 'Make room, or keep messages and files for less long: `retention`, `media.maxTotalMb`.';
  return { state: room.freeBytes < NO_ROOM_BYTES ? 'failed' : 'warning', message, setting, remedy };
}

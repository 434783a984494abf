import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from './programs.ts';

/** Linux keeps the files of this folder in memory. */
const MEMORY = '/dev/shm';
/** Bytes: enough for the databases, state dirs and installed packages of a whole run. */
const ENOUGH = 4 * 1024 ** 3;

/**
 * Creates a folder in memory that can be used as any other.
 * @returns undefined where that is not possible, whatever the reason
 */
export function memoryFolder({ place = MEMORY, enough = ENOUGH } = {}): string | undefined {
  if (!existsSync(place) || roomIn(place) < enough) return undefined;
  const made = madeIn(place);
  if (made === undefined || runsPrograms(made)) return made;
  rmSync(made, { recursive: true });
  return undefined;
}

const roomIn = (path: string): number => {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
};

/** Undefined where we may not write, as an account without rights in a container. */
function madeIn(place: string): string | undefined {
  try {
    const made = mkdtempSync(join(place, 'gatehouse-tests-'));
    // PostgreSQL runs as another account and has its own folders in it.
    chmodSync(made, 0o711);
    return made;
  } catch {
    return undefined;
  }
}

/** Containers often mount it so that no program in it can be run, while some tests install programs. */
function runsPrograms(path: string): boolean {
  const program = join(path, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  try {
    execFileSync(program);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(program);
  }
}

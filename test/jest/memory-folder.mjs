import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Linux keeps the files of this folder in memory. */
const MEMORY = '/dev/shm';
/** Bytes: enough for the databases, state dirs and installed packages of a whole run. */
const ENOUGH = 4 * 1024 ** 3;

let folder;

/**
 * Gives tests a temporary folder in memory, where there is one. The gateway waits for the disk at every commit, and
 * even a test that kills it does not need a disk that survives a power cut.
 */
export default function setup() {
  if (process.env.TMPDIR || !existsSync(MEMORY) || roomIn(MEMORY) < ENOUGH) return;
  const made = mkdtempSync(join(MEMORY, 'gatehouse-tests-'));
  // PostgreSQL runs as another account and has its own folders in it.
  chmodSync(made, 0o711);
  if (!runsPrograms(made)) return rmSync(made, { recursive: true });
  folder = made;
  process.env.TMPDIR = folder;
}

export function teardown() {
  if (folder) rmSync(folder, { recursive: true, force: true });
}

const roomIn = (path) => {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
};

/** Containers often mount it so that no program in it can be run, while some tests install programs. */
function runsPrograms(path) {
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

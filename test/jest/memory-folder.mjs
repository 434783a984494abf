import { rmSync } from 'node:fs';
import { memoryFolder } from '../support/memory-folder.ts';

let folder;

/**
 * Gives tests a temporary folder in memory, where there is one. The gateway waits for the disk at every commit, and
 * even a test that kills it does not need a disk that survives a power cut.
 */
export default function setup() {
  if (process.env.TMPDIR) return;
  folder = memoryFolder();
  if (folder) process.env.TMPDIR = folder;
}

export function teardown() {
  if (folder) rmSync(folder, { recursive: true, force: true });
}

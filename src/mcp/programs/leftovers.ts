import { rm } from 'node:fs/promises';
import { ProgramRecords } from './program-records.js';
import { endProcesses } from './started-program.js';

/** The records of a state dir, once the programs that a killed gateway has left there are ended. */
export async function recordsIn(stateDir: string): Promise<ProgramRecords> {
  const records = new ProgramRecords(stateDir);
  for (const { pid, begun, home, folder } of await records.leftBehind()) {
    await endProcesses([{ pid, begun, home }]);
    await rm(folder, { recursive: true, force: true });
    await records.remove(pid);
  }
  return records;
}

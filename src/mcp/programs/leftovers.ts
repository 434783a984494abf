import { ProgramRecords } from './program-records.js';
import { endProcesses } from './started-program.js';

/** The records of a state dir, once the programs that a killed gateway has left there are ended. */
export async function recordsIn(stateDir: string): Promise<ProgramRecords> {
  const records = new ProgramRecords(stateDir);
  for (const left of await records.leftBehind()) {
    await endProcesses(left);
    await records.remove(left.mark);
  }
  return records;
}

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check, Finding } from '../../../common/index.js';
import { type Environment, type GatewayAddress, gatewayAddressFile } from '../../../config/index.js';
import { isInUse } from '../../../persistence/index.js';
import { faultFound } from '../../faults.js';

/**
 * Why no gateway answered: none runs, one hangs, or the address file of a killed one names another program's process.
 * @param problem the outcome of the call, in words
 */
export const gatewayCheck = (environment: Environment, problem: string): Check => ({
  id: 'gateway',
  run: async () => findingsOf(environment, problem),
});

async function findingsOf(environment: Environment, problem: string): Promise<readonly Finding[]> {
  const away = faultFound('gateway-away', problem, { state: 'failed' });
  const file = gatewayAddressFile(environment.stateDir);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return [away];
  const pid = pidIn(text);
  if (pid !== undefined && isAlive(pid) && isWorking(environment))
    return [faultFound('gateway-hangs', `process ${pid}: ${problem}`, { state: 'failed' })];
  return [away, leftover(file, text)];
}

function leftover(file: string, text: string): Finding {
  const apply = async (): Promise<void> => {
    // A gateway that has started meanwhile has written its own.
    if ((await readFile(file, 'utf8').catch(() => undefined)) === text) await rm(file, { force: true });
  };
  const found = faultFound('leftover', `${file} is left of a gateway that was killed`);
  return { ...found, repair: { change: `delete ${file}`, apply } };
}

function pidIn(text: string): number | undefined {
  try {
    return (JSON.parse(text) as Partial<GatewayAddress>).pid;
  } catch {
    return undefined;
  }
}

/** EPERM: the process is alive and belongs to another user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The system's own lock on the embedded database ends with its process; beside PostgreSQL there is none. */
const isWorking = ({ databaseUrl, stateDir }: Environment): boolean =>
  databaseUrl !== undefined || isInUse(join(stateDir, 'gatehouse.db.lock'));

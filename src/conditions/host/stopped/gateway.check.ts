import { rm } from 'node:fs/promises';
import type { Check, Finding } from '../../../common/index.js';
import type { Environment } from '../../../config/index.js';
import { condition } from '../../condition.js';
import { addressText, lockFile, lockOf, processOfGateway } from './gateway-process.js';

/**
 * Why no gateway answered: none runs, one hangs, or what a killed one has left is in the way.
 * @param problem the outcome of the call, in words
 */
export const gatewayCheck = (environment: Environment, problem: string): Check => ({
  id: 'gateway',
  run: async () => findingsOf(environment, problem),
});

async function findingsOf(environment: Environment, problem: string): Promise<readonly Finding[]> {
  const gateway = await processOfGateway(environment);
  if (gateway) return [hanging(`process ${gateway.pid}: ${problem}`)];
  const lock = lockOf(environment);
  if (lock === 'held') return [hanging(`a process has the database open: ${problem}`)];
  const away = condition('gateway-away', problem, { state: 'failed' });
  const address = addressText(environment);
  return [
    away,
    ...(address === undefined ? [] : [leftAddress(environment, address)]),
    ...(lock === 'broken' ? [brokenLock(environment)] : []),
  ];
}

const hanging = (message: string): Finding => condition('gateway-hangs', message, { state: 'failed' });

function leftAddress(
  environment: Environment,
  found: { readonly file: string; readonly text: string },
): Finding {
  const { file, text } = found;
  const apply = async (): Promise<void> => {
    // A gateway that has started meanwhile has written its own.
    if (addressText(environment)?.text === text) await rm(file, { force: true });
  };
  return {
    ...condition('leftover', `${file} was left behind by a gateway that was killed`),
    repair: { change: `delete ${file}`, apply },
  };
}

function brokenLock(environment: Environment): Finding {
  const file = lockFile(environment);
  const apply = async (): Promise<void> => {
    if (lockOf(environment) === 'broken') await rm(file, { force: true });
  };
  return {
    ...condition('leftover', `${file} is not a lock file, so no gateway can start`, { state: 'failed' }),
    repair: { change: `delete ${file}`, apply },
  };
}

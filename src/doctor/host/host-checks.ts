import type { Check } from '../../common/index.js';
import type { Environment, GatehouseConfig } from '../../config/index.js';
import { diskCheck } from './disk.check.js';

/** What the checks of this machine look at. */
export interface Host {
  readonly environment: Environment;
  /** Undefined while it is invalid. */
  readonly config: GatehouseConfig | undefined;
}

/** Checks of this machine, with or without a gateway running on it. */
export const hostChecks = ({ environment }: Host): readonly Check[] => [diskCheck(environment.stateDir)];

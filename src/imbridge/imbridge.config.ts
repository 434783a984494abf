import { type ConfigProblem, type HasProblems, section } from '../config/index.js';
import { ImbridgeTopConfig } from './settings/account-config.js';
import { imbridgeProblems } from './settings/config-rules.js';

/** `channels.imbridge`: the defaults of all accounts, and the account `default` when there is no `accounts`. */
export class ImbridgeConfig extends ImbridgeTopConfig implements HasProblems {
  problems(): readonly ConfigProblem[] {
    return imbridgeProblems(this);
  }
}

export const IMBRIDGE_CONFIG = section('channels.imbridge', ImbridgeConfig);

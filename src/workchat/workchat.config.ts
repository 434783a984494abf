import { type ConfigProblem, type HasProblems, section } from '../config/index.js';
import { workchatProblems } from './settings/config-rules.js';
import { WorkchatTopConfig } from './settings/top-config.js';

/** `channels.workchat`. */
export class WorkchatConfig extends WorkchatTopConfig implements HasProblems {
  problems(): readonly ConfigProblem[] {
    return workchatProblems(this);
  }
}

export const WORKCHAT_CONFIG = section('channels.workchat', WorkchatConfig);

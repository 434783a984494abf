import { LOG_FORMATS, type LogFormat, LOGGING } from '../core/operation.config.js';
import { valueAt } from '../describe/known-paths.js';
import type { Environment } from '../process/environment.js';
import { readConfigFile } from './config-file.js';
import { layered } from './environment-layer.js';

/** `logging.format`, even in an otherwise invalid configuration; `auto` when it cannot be read. */
export function logFormatIn(environment: Environment): LogFormat {
  const { raw } = layered([LOGGING], fileOf(environment), environment);
  const format = valueAt(raw, `${LOGGING.path}.format`);
  return LOG_FORMATS.find((known) => known === format) ?? 'auto';
}

function fileOf({ configFile }: Environment): Record<string, unknown> {
  try {
    return readConfigFile(configFile);
  } catch {
    return {};
  }
}

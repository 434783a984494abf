import { isDeepStrictEqual } from 'node:util';
import { GatehouseError } from '../../common/index.js';
import { type SettingAt, settingAt } from '../describe/setting-at.js';
import { errorCode } from '../files/read-file.js';
import { replaceFile } from '../files/replace-file.js';
import { rewriteJson5 } from '../json5/rewrite.js';
import { type ConfigText, parseConfigText, readConfigText } from '../load/config-file.js';
import { withDefaultLists } from '../load/default-lists.js';
import { type Layered, layered, variablesAt } from '../load/environment-layer.js';
import type { ConfigScope, GatehouseConfig } from '../load/gatehouse-config.js';
import { checkConfigIn } from '../load/load-config.js';
import { changedPaths, type ConfigChange, type RawConfig, setPath, unsetPath } from '../tree/change.js';
import { parsePath, valueAlong } from '../tree/parse-path.js';
import { isTooDeep, TOO_DEEP } from '../tree/path.js';
import { ConfigInvalidError, ConfigProblem } from '../tree/problem.js';
import { type MaskedChange, maskedChange } from './masked-change.js';
import { unmask } from './masked-secrets.js';

export interface Overridden {
  readonly path: string;
  readonly variable: string;
}

/** A valid change that is not written yet. */
export interface ConfigPlan {
  /** The paths of the settings that change, never their values; empty when nothing changes. */
  readonly changed: readonly string[];
  /** The paths in `changed` without effect, because the named environment variable sets them. */
  readonly overridden: readonly Overridden[];
  readonly masked: MaskedChange;
  /** The configuration after the change. */
  readonly config: GatehouseConfig;
  /** The file after the change, with its secrets. */
  readonly raw: RawConfig;
  /**
   * Writes the file. @throws GatehouseError CONFLICT when the file has changed since it was read, or cannot be written.
   * @returns the new content of the file
   */
  readonly write: () => ConfigText;
}

/** Changes the configuration file: the whole change or nothing, and never a configuration that would not start. */
export class ConfigEditor {
  /** @param mayRead whether a setting may be changed to read its secret from a file; any file when left out */
  constructor(
    private readonly scope: ConfigScope,
    private readonly mayRead?: (file: string) => boolean,
  ) {}

  /**
   * Reads the file and checks the configuration after the change.
   * @throws ConfigInvalidError with every problem of the changed configuration
   */
  plan(change: ConfigChange): ConfigPlan {
    const { sections, environment } = this.scope;
    const file = environment.configFile;
    const source = readConfigText(file);
    const before = parseConfigText(source, file);
    const until = layered(sections, before, environment);
    const { raw, problems } = unmask(
      { sections, held: until.held, mayRead: this.mayRead },
      before,
      change(before),
    );
    if (problems.length > 0) throw new ConfigInvalidError(problems);
    if (isTooDeep(raw)) throw new ConfigInvalidError([new ConfigProblem(file, TOO_DEEP)]);
    const config = checkConfigIn(this.scope, raw);
    const changed = changedPaths(before, raw);
    const overridden = changed.flatMap((path) => overriddenAt(path, until, config));
    const text = rewritten(source, raw, file);
    const masked = maskedChange(this.scope, before, raw);
    return { changed, overridden, masked, config, raw, write: () => write(file, source, text) };
  }
}

/** Returns the variable that takes precedence over a changed setting, if the change has no effect for that reason. */
function overriddenAt(path: string, until: Layered, config: GatehouseConfig): Overridden[] {
  const steps = parsePath(path);
  const [variable] = variablesAt(config.held, path);
  if (variable === undefined || steps instanceof ConfigProblem) return [];
  const isSame = isDeepStrictEqual(valueAlong(until.raw, steps), valueAlong(config.raw, steps));
  return isSame ? [{ path, variable }] : [];
}

/** `setPath` with the default lists filled in: `agents.list[0]` is the default agent while the file has no list. */
export const setKnown =
  ({ sections }: ConfigScope, path: string, value: unknown): ConfigChange =>
  (before) => {
    const steps = parsePath(path);
    const isTakenBack = value === null || steps instanceof ConfigProblem;
    return setPath(path, value)(isTakenBack ? before : withDefaultLists(sections, before, steps));
  };

/** `unsetPath` that refuses a path that is neither set nor known. */
export const unsetKnown =
  (scope: ConfigScope, path: string): ConfigChange =>
  (before) => {
    const after = unsetPath(path)(before);
    if (changedPaths(before, after).length === 0) knownSetting(scope, path);
    return after;
  };

/** Finds the setting that a path names. @throws ConfigInvalidError for an invalid or unknown path */
export function knownSetting({ sections, unchecked }: ConfigScope, path: string): SettingAt {
  const setting = settingAt(sections, path, unchecked);
  if (setting instanceof ConfigProblem) throw new ConfigInvalidError([setting]);
  return setting;
}

function rewritten({ text }: ConfigText, after: RawConfig, file: string): string {
  try {
    return rewriteJson5(text, after);
  } catch {
    // The cause may quote the file.
    throw new ConfigInvalidError([
      new ConfigProblem(file, 'is written in a form that can only be edited by hand'),
    ]);
  }
}

function write(file: string, source: ConfigText, text: string): ConfigText {
  if (text !== source.text) {
    const isReplaced = replaced(file, text, () => readConfigText(file).digest === source.digest);
    if (!isReplaced)
      throw conflict('The configuration file was changed in the meantime.', 'review it and try again');
  }
  return readConfigText(file);
}

/** Reasons that can go away without a change of the request. */
const OF_THE_DISK = new Set(['ENOSPC', 'EDQUOT', 'EIO']);

function replaced(file: string, text: string, isStillRight: () => boolean): boolean {
  try {
    return replaceFile(file, text, isStillRight);
  } catch (error) {
    const code = errorCode(error);
    throw new GatehouseError(
      OF_THE_DISK.has(code) ? 'UNAVAILABLE' : 'CONFLICT',
      'The configuration file cannot be written.',
      `${file}: ${code}`,
    );
  }
}

const conflict = (message: string, details: string): GatehouseError =>
  new GatehouseError('CONFLICT', message, details);

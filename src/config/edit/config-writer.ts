import { realpathSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { GatehouseError } from '../../common/index.js';
import { settingAt } from '../describe/setting-at.js';
import { settingsOf, type SettingsClass } from '../describe/setting.decorator.js';
import { readConfigText } from '../load/config-file.js';
import { ConfigReload } from '../load/config-reload.js';
import { type ConfigScope, GatehouseConfig } from '../load/gatehouse-config.js';
import type { ConfigChange } from '../tree/change.js';
import { parsePath, valueAlong } from '../tree/parse-path.js';
import { isWithin, itemPath, keyPath } from '../tree/path.js';
import { ConfigInvalidError, ConfigProblem } from '../tree/problem.js';
import type { MaskedChange } from './masked-change.js';
import { ConfigEditor, type ConfigPlan, type Overridden, setKnown, unsetKnown } from './config-editor.js';

const OF_HOST = 'can only be set in the file or the environment';

/** The effect of a change; paths only, never values. */
export interface ConfigOutcome {
  readonly changed: readonly string[];
  /** The paths in `changed` that are in force now. */
  readonly applied: readonly string[];
  /** The paths in `changed` that take effect at the next start. */
  readonly needsRestart: readonly string[];
  /** The paths in `changed` without effect, because the named environment variable sets them. */
  readonly overridden: readonly Overridden[];
}

/** A valid change that is not made yet, so that it can be recorded before. */
export interface PendingChange {
  readonly changed: readonly string[];
  readonly masked: MaskedChange;
  /** Writes the file and puts it in force. @throws GatehouseError CONFLICT */
  readonly commit: () => ConfigOutcome;
}

/** Changes the configuration of the running program: checks the change, writes the file and applies it at once. */
@Injectable()
export class ConfigWriter {
  constructor(
    private readonly config: GatehouseConfig,
    private readonly reload: ConfigReload,
  ) {}

  /** The state of the file, whose latest changes may not be applied yet. */
  get fileDigest(): string {
    try {
      return readConfigText(this.config.environment.configFile).digest;
    } catch {
      return 'unreadable';
    }
  }

  /** @throws ConfigInvalidError, GatehouseError CONFLICT; see `setKnown` for paths. */
  set(path: string, value: unknown): ConfigOutcome {
    return this.plan(setKnown(this.config.scope, path, value)).commit();
  }

  /** @throws as `set` */
  unset(path: string): ConfigOutcome {
    return this.plan(unsetKnown(this.config.scope, path)).commit();
  }

  /** Checks a change without making it. @throws ConfigInvalidError with every problem, by its path */
  plan(change: ConfigChange): PendingChange {
    const plan = this.checked(change);
    return { changed: plan.changed, masked: plan.masked, commit: () => this.commit(plan) };
  }

  /** The effect that a change would have; writes nothing. @throws as `plan` */
  foresee(change: ConfigChange): ConfigOutcome {
    const plan = this.checked(change);
    return outcomeOf(this.config.waitingIn(plan.config), plan);
  }

  /** The configuration that a change would make, with the values that wait for a start too; writes nothing. @throws as `plan` */
  draft(change: ConfigChange): GatehouseConfig {
    return this.checked(change).config;
  }

  private checked(change: ConfigChange): ConfigPlan {
    this.refuseToStartAnew();
    const { stateDir } = this.config.environment;
    const mayRead = (file: string): boolean => isInSecretsFolder(stateDir, file);
    const plan = new ConfigEditor(this.config.scope, mayRead).plan(change);
    this.refuseOfHost(plan);
    return plan;
  }

  /** A deleted file must not come back with only the new setting in it. */
  private refuseToStartAnew(): void {
    const { configFile } = this.config.environment;
    if (!this.config.isFromFile || readConfigText(configFile).state === 'written') return;
    throw new GatehouseError('CONFLICT', 'The configuration file is missing or empty.', configFile);
  }

  private refuseOfHost({ config: after, changed, raw }: ConfigPlan): void {
    const { sections } = this.config.scope;
    const inForce = sections.flatMap((section) =>
      hostOnlyChanges(section.type, section.path, [this.config.get(section), after.get(section)]),
    );
    // A variable hides another value in the file, until it is not set any more.
    const inForceNow = this.config.tree();
    const inFile = changed
      .flatMap((path) => hostOnlyAt(sections, path) ?? [])
      .filter((path) => !isSameAt(path, inForceNow, raw));
    const problems = [...new Set([...inForce, ...inFile])].map((path) => new ConfigProblem(path, OF_HOST));
    if (problems.length > 0) throw new ConfigInvalidError(problems);
  }

  private commit(plan: ConfigPlan): ConfigOutcome {
    if (plan.changed.length > 0) this.reload.adopt(plan.config, plan.write());
    return outcomeOf(this.config.pendingRestart, plan);
  }
}

/** The settings of the machine whose values differ, by their paths. A value that is missing differs from one that is there. */
function hostOnlyChanges(type: SettingsClass, path: string, values: readonly [unknown, unknown]): string[] {
  const of = (value: unknown, key: string) => (value as Record<string, unknown> | undefined)?.[key];
  return settingsOf(type).flatMap(({ key, kind, of: below, isHostOnly = false }) => {
    const [one, other] = [of(values[0], key), of(values[1], key)];
    const its = keyPath(path, key);
    if (isHostOnly) return isDeepStrictEqual(one, other) ? [] : [its];
    if (!below) return [];
    if (kind === 'object') return hostOnlyChanges(below(), its, [one, other]);
    const keys = new Set([one, other].flatMap((each) => Object.keys(each ?? {})));
    return [...keys].flatMap((each) =>
      hostOnlyChanges(below(), kind === 'list' ? itemPath(its, Number(each)) : keyPath(its, each), [
        of(one, each),
        of(other, each),
      ]),
    );
  });
}

/** The setting of the machine that a path is or is part of. */
function hostOnlyAt(sections: ConfigScope['sections'], path: string): string | undefined {
  const steps = parsePath(path);
  if (steps instanceof ConfigProblem) return undefined;
  let at = '';
  for (const step of steps) {
    at = typeof step === 'string' ? keyPath(at, step) : itemPath(at, Number(step));
    const setting = settingAt(sections, at);
    if (!(setting instanceof ConfigProblem) && setting.meta?.isHostOnly) return at;
  }
  return undefined;
}

/** Whether a file sets what is in force anyway, or nothing. */
function isSameAt(path: string, inForce: unknown, file: unknown): boolean {
  const steps = parsePath(path);
  if (steps instanceof ConfigProblem) return true;
  const value = valueAlong(file, steps);
  return value === undefined || isDeepStrictEqual(value, valueAlong(inForce, steps));
}

/** @param waiting the settings whose value waits for a start after the change */
export function outcomeOf(
  waiting: readonly string[],
  { changed, overridden }: Pick<ConfigPlan, 'changed' | 'overridden'>,
): ConfigOutcome {
  const isOver = (path: string) => overridden.some((each) => each.path === path);
  const needsRestart = changed.filter((path) =>
    waiting.some((pending) => isWithin(path, pending) || isWithin(pending, path)),
  );
  const applied = changed.filter((path) => !needsRestart.includes(path) && !isOver(path));
  return { changed, applied, needsRestart, overridden };
}

/** The files that a change of the configuration over the admin API or a chat may name as secrets. */
export const secretsFolder = (stateDir: string): string => join(stateDir, 'secrets');

/** Whether the file exists; a dangling link does not count. Relative paths start at the working directory. */
export function isInSecretsFolder(stateDir: string, file: string): boolean {
  const [folder, path] = [resolve(secretsFolder(stateDir)), resolve(file)];
  try {
    return realpathSync(path).startsWith(realpathSync(folder) + sep);
  } catch {
    // The file is missing; reading it reports that.
    return path.startsWith(folder + sep);
  }
}

import { isRecord } from '../../common/index.js';
import JSON5 from 'json5';
import type { ConfigSection } from '../describe/section.js';
import { settingAt } from '../describe/setting-at.js';
import { type SettingsClass, settingsOf } from '../describe/setting.decorator.js';
import { settingNamedBy } from '../describe/variable-name.js';
import type { Environment } from '../process/environment.js';
import { type RawConfig, setSteps } from '../tree/change.js';
import { parsePath, pathOf, type PathStep, valueAlong } from '../tree/parse-path.js';
import { isTooDeep, isWithin, keyPath, TOO_DEEP } from '../tree/path.js';
import { ConfigInvalidError, ConfigProblem } from '../tree/problem.js';
import { withDefaultLists } from './default-lists.js';

/** A configuration in which variables take precedence over the file. */
export interface Layered {
  readonly raw: RawConfig;
  /** By path: the variable that sets a setting, or everything below it. */
  readonly held: ReadonlyMap<string, string>;
  readonly problems: readonly ConfigProblem[];
}

interface Held {
  readonly steps: readonly PathStep[];
  readonly variable: string;
  readonly text: string;
}

/**
 * Applies the variables over the file. Text settings take a variable's text verbatim, all others parse it as JSON5. The
 * wider setting comes first, so that `…__LIST__0__ID` changes the item that `…__LIST` set.
 */
export function layered(
  sections: readonly ConfigSection<object>[],
  file: RawConfig,
  environment: Pick<Environment, 'settings' | 'variable'>,
): Layered {
  const layer = new EnvironmentLayer(sections, file, environment);
  for (const name of byWidth(environment.settings ?? new Map())) layer.addSetting(name);
  for (const section of sections) layer.addNamed(section.type, section.path);
  return layer;
}

/** The variables that set a setting, a whole object or list that contains it, or something in it. */
export function variablesAt(held: Layered['held'], path: string): string[] {
  return [...held]
    .filter(([each]) => isWithin(path, each) || isWithin(each, path))
    .map(([, variable]) => variable);
}

/** Adds the variable to the problems of its value, because the path alone leads people to the file. */
export function attributed(problems: readonly ConfigProblem[], held: Layered['held']): ConfigProblem[] {
  return problems.map((problem) => {
    const holder = [...held.keys()]
      .filter((path) => isWithin(problem.path, path))
      .sort(byLength)
      .at(-1);
    const variable = holder === undefined ? undefined : held.get(holder);
    return variable === undefined
      ? problem
      : new ConfigProblem(problem.path, `${problem.message} (set by ${variable})`);
  });
}

const byLength = (a: string, b: string): number => a.length - b.length;

/** Fewer words first; items of a list in the order of their numbers. No `Intl.Collator`: its tables take 3 MB of memory. */
function byWidth(settings: ReadonlyMap<string, string>): string[] {
  const words = (name: string) => name.split('__').length;
  return [...settings.keys()].sort((a, b) => words(a) - words(b) || inOrder(padded(a), padded(b)));
}

const padded = (name: string): string => name.replace(/\d+/g, (number) => number.padStart(16, '0'));

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

class EnvironmentLayer implements Layered {
  readonly held = new Map<string, string>();
  readonly problems: ConfigProblem[] = [];
  private readonly seen = new Set<string>();

  constructor(
    private readonly sections: readonly ConfigSection<object>[],
    public raw: RawConfig,
    private readonly environment: Pick<Environment, 'settings' | 'variable'>,
  ) {}

  addSetting(name: string): void {
    const named = settingNamedBy(this.sections, name, this.raw);
    if (named instanceof ConfigProblem) {
      this.problems.push(named);
      return;
    }
    const { steps, variable, isSecret } = named;
    // A secret's variable and its twin are read together, once.
    if (this.seen.has(variable)) return;
    this.seen.add(variable);
    if (isSecret) this.addReading(steps, variable, name);
    else this.setValue({ steps, variable: name, text: this.environment.settings?.get(name) ?? '' });
  }

  /** Settings with a variable name of their own (`@Setting({ env })`), in a section and its nested objects. */
  addNamed(type: SettingsClass, base: string): void {
    for (const { key, kind, of, env } of settingsOf(type)) {
      const path = keyPath(base, key);
      if (kind === 'object' && of) this.addNamed(of(), path);
      else if (env !== undefined) this.addReading(stepsOf(path), env, env);
    }
  }

  private addReading(steps: readonly PathStep[], name: string, shown: string): void {
    const reading = this.environment.variable?.(name);
    const [text, path] = [reading?.value, pathOf(steps)];
    for (const problem of reading?.problems ?? []) this.refuse(problem.path, problem.message, path);
    if (text === undefined) return;
    const other = this.held.get(path);
    if (other === undefined) this.setValue({ steps, variable: shown, text });
    else this.refuse(shown, `set either ${shown} or ${other}, not both`, path);
  }

  private refuse(variable: string, message: string, path: string): void {
    this.problems.push(new ConfigProblem(variable, `${message} (it sets ${path})`));
  }

  private setValue({ steps, variable, text }: Held): void {
    const path = pathOf(steps);
    const value = this.valueOf(path, text);
    if (value instanceof ConfigProblem) {
      this.problems.push(new ConfigProblem(path, `${value.message} (set by ${variable})`));
      return;
    }
    try {
      const base = withDefaultLists(this.sections, this.raw, steps);
      if (this.isBlocked(base, steps)) return;
      this.raw = setSteps(base, steps, value);
      this.held.set(path, variable);
    } catch (error) {
      if (!(error instanceof ConfigInvalidError)) throw error;
      for (const problem of error.problems) this.refuse(variable, problem.message, problem.path);
    }
  }

  /** Text that is not JSON5 stays text: the check of the setting gives the best message. */
  private valueOf(path: string, text: string): unknown {
    const setting = settingAt(this.sections, path);
    if (setting instanceof ConfigProblem || setting.isText) return text;
    try {
      const value: unknown = JSON5.parse(text);
      return isTooDeep(value) ? new ConfigProblem(path, TOO_DEEP) : value;
    } catch {
      return /^\s*[[{]/.test(text) ? new ConfigProblem(path, 'is not valid JSON5') : text;
    }
  }

  /** The file has a plain value where this variable needs an object: an error that must not be hidden. */
  private isBlocked(raw: RawConfig, steps: readonly PathStep[]): boolean {
    return steps.slice(0, -1).some((_, index) => {
      const above = steps.slice(0, index + 1);
      const value = valueAlong(raw, above) ?? {};
      return !isRecord(value) && !Array.isArray(value) && !this.mayBeName(above);
    });
  }

  private mayBeName(steps: readonly PathStep[]): boolean {
    const setting = settingAt(this.sections, pathOf(steps));
    return !(setting instanceof ConfigProblem) && setting.meta?.or !== undefined;
  }
}

function stepsOf(path: string): readonly PathStep[] {
  const steps = parsePath(path);
  if (steps instanceof ConfigProblem) throw new Error(`${path} is not a path`);
  return steps;
}

import { parseConfigText, readConfigText } from './config-file.js';
import { REFUSED_KEYS, walk } from './config-path.js';
import { CORE_SECTIONS } from './core-sections.js';
import { Decoder } from './decode.js';
import type { Environment } from './environment.js';
import { type ConfigRule, type ConfigScope, GatehouseConfig } from './gatehouse-config.js';
import { unknownAreas, valueAt } from './known-paths.js';
import { ConfigInvalidError, ConfigProblem } from './problem.js';
import type { ConfigSection } from './section.js';

/**
 * Areas of our own connectors that ship as plugins (DESIGN 6): known even where the plugin is not installed. They are
 * then kept as they are, unchecked; the plugin's own section checks them once it is among the sections.
 */
export const PLUGIN_AREAS = ['channels.workchat'];

/**
 * Reads and checks the whole configuration: the file, then the environment over it, then `rules` on the whole.
 * Throws ConfigInvalidError with all problems of the file, the variables and every section together.
 */
export function loadConfig(
  sections: readonly ConfigSection<object>[],
  env: Environment,
  rules: readonly ConfigRule[] = [],
): GatehouseConfig {
  return loadConfigIn({ sections, environment: env, rules });
}

/** The same for a scope as a whole. */
export function loadConfigIn(scope: ConfigScope): GatehouseConfig {
  const { environment: env } = scope;
  let raw: Record<string, unknown> = {};
  let digest: string | undefined;
  const fileProblems: ConfigProblem[] = [];
  try {
    const text = readConfigText(env.configFile);
    digest = text.digest;
    raw = parseConfigText(text, env.configFile);
  } catch (error) {
    if (!(error instanceof ConfigInvalidError)) throw error;
    fileProblems.push(...error.problems);
  }
  return checked(scope, raw, { digest, problems: fileProblems });
}

/**
 * The same for values already read, for instance a changed configuration before it is written.
 * Null stands for "not set" everywhere, so that a merge patch can take a setting back.
 */
export function checkConfig(
  sections: readonly ConfigSection<object>[],
  raw: Record<string, unknown>,
  env: Environment,
  rules: readonly ConfigRule[] = [],
): GatehouseConfig {
  return checkConfigIn({ sections, environment: env, rules }, raw);
}

/** The same for a scope as a whole. */
export const checkConfigIn = (scope: ConfigScope, raw: Record<string, unknown>): GatehouseConfig =>
  checked(scope, raw, { problems: [] });

interface Source {
  readonly digest?: string;
  readonly problems: readonly ConfigProblem[];
}

function checked(
  scope: ConfigScope,
  raw: Record<string, unknown>,
  { digest, problems }: Source,
): GatehouseConfig {
  const { sections, environment, rules, unchecked = [] } = scope;
  const decoder = new Decoder(environment);
  const values = sections.map((section) => ({
    section,
    value: decoder.decode(new section.type(), valueAt(raw, section.path), section.path),
  }));
  const areas = [...CORE_SECTIONS, ...sections].map((section) => section.path);
  const all = [
    ...problems,
    ...(environment.problems ?? []),
    ...refusedKeys(raw),
    ...unknownAreas(raw, [...PLUGIN_AREAS, ...unchecked, ...areas]),
    ...decoder.problems,
  ];
  if (all.length > 0) throw new ConfigInvalidError(all);
  const config = new GatehouseConfig(values, raw, { environment, rules, unchecked, digest });
  const broken = rules.flatMap((rule) => rule(config));
  if (broken.length > 0) throw new ConfigInvalidError(broken);
  return config;
}

function refusedKeys(raw: Record<string, unknown>): ConfigProblem[] {
  const found: ConfigProblem[] = [];
  walk(raw, (path, key) => {
    if (REFUSED_KEYS.has(key)) found.push(new ConfigProblem(path, 'this name is not allowed'));
  });
  return found;
}

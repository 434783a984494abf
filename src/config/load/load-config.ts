import { isRecord } from '../../common/index.js';
import { CORE_SECTIONS } from '../core/core-sections.js';
import { SCHEMA_KEY, unknownAreas, valueAt } from '../describe/known-paths.js';
import type { ConfigSection } from '../describe/section.js';
import { isVariableIn } from '../describe/variable-name.js';
import type { Environment } from '../process/environment.js';
import { isPlainName, PLAIN_NAME_RULE } from '../process/plain-name.js';
import type { RawConfig } from '../tree/change.js';
import { keyPath, REFUSED_KEYS, walk } from '../tree/path.js';
import { ConfigInvalidError, ConfigProblem } from '../tree/problem.js';
import { type ConfigText, parseConfigText, readConfigText } from './config-file.js';
import { Decoder } from './decode.js';
import { attributed, layered } from './environment-layer.js';
import { type ConfigRule, type ConfigScope, GatehouseConfig } from './gatehouse-config.js';

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

/** Does the same for a whole scope. */
export function loadConfigIn(scope: ConfigScope): GatehouseConfig {
  const { raw, ...source } = readFile(scope.environment);
  return checked(scope, raw, source);
}

function readFile({ configFile, isConfigNamed = false }: Environment) {
  try {
    const text = readConfigText(configFile);
    const raw = parseConfigText(text, configFile);
    const isLost = isConfigNamed && text.state === 'missing';
    const problem = new ConfigProblem(configFile, 'does not exist');
    return { raw, text, problems: isLost ? [problem] : [] };
  } catch (error) {
    if (!(error instanceof ConfigInvalidError)) throw error;
    return { raw: {}, problems: error.problems };
  }
}

/**
 * Checks values that were already read, for instance a changed configuration before it is written. Null means "not set"
 * everywhere, so that a merge patch can unset a setting.
 */
export function checkConfig(
  sections: readonly ConfigSection<object>[],
  raw: RawConfig,
  env: Environment,
  rules: readonly ConfigRule[] = [],
): GatehouseConfig {
  return checkConfigIn({ sections, environment: env, rules }, raw);
}

/** Does the same for a whole scope. */
export const checkConfigIn = (scope: ConfigScope, raw: RawConfig): GatehouseConfig =>
  checked(scope, raw, { problems: [] });

interface Source {
  readonly text?: ConfigText;
  readonly problems: readonly ConfigProblem[];
}

function checked(scope: ConfigScope, whole: RawConfig, { text, problems }: Source): GatehouseConfig {
  const { [SCHEMA_KEY]: schema, ...file } = whole;
  const { sections, environment: env, rules, unchecked = [] } = scope;
  const { raw, held, problems: ofVariables } = layered(sections, file, withoutAreas(env, unchecked));
  const decoder = new Decoder();
  const values = sections.map((section) => ({
    section,
    value: decoder.decode(new section.type(), valueAt(raw, section.path), section.path),
  }));
  const known = [...unchecked, ...[...CORE_SECTIONS, ...sections].map((section) => section.path)];
  const ofValues = [
    ...schemaProblems(schema),
    ...refusedKeys(raw),
    ...accountNameProblems(raw),
    ...unknownAreas(raw, known),
    ...decoder.problems,
  ];
  const all = [...problems, ...(env.problems ?? []), ...ofVariables, ...attributed(ofValues, held)];
  if (all.length > 0) throw new ConfigInvalidError(all);
  const config = new GatehouseConfig(
    values,
    { raw, file, held },
    { environment: env, rules, unchecked, text },
  );
  const broken = rules.flatMap((rule) => rule(config));
  if (broken.length > 0) throw new ConfigInvalidError(attributed(broken, held));
  return config;
}

/** It is for editors; only its form is checked. */
const schemaProblems = (schema: unknown): ConfigProblem[] =>
  schema === undefined || schema === null || typeof schema === 'string'
    ? []
    : [new ConfigProblem(SCHEMA_KEY, 'must be a string')];

/** Only a section knows the setting that a variable names: in an area without a section the variable is ignored. */
function withoutAreas(env: Environment, areas: readonly string[]): Environment {
  if (areas.length === 0 || !env.settings) return env;
  const settings = [...env.settings].filter(([name]) => !areas.some((area) => isVariableIn(area, name)));
  return { ...env, settings: new Map(settings) };
}

/** Every channel names its accounts in the same way, also one whose plugin is not there. */
function accountNameProblems({ channels }: RawConfig): ConfigProblem[] {
  return Object.entries(isRecord(channels) ? channels : {}).flatMap(([channel, section]) => {
    const accounts = isRecord(section) && isRecord(section.accounts) ? section.accounts : {};
    return Object.entries(accounts)
      .filter(([name, own]) => own !== null && !isPlainName(name) && !REFUSED_KEYS.has(name))
      .map(([name]) => {
        const path = keyPath(keyPath(keyPath('channels', channel), 'accounts'), name);
        return new ConfigProblem(path, `must be named by ${PLAIN_NAME_RULE}`);
      });
  });
}

function refusedKeys(raw: RawConfig): ConfigProblem[] {
  const found: ConfigProblem[] = [];
  walk(raw, (path, key) => {
    if (REFUSED_KEYS.has(key)) found.push(new ConfigProblem(path, 'this name is not allowed'));
  });
  return found;
}

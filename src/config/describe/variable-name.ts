import { isRecord } from '../../common/index.js';
import { VARIABLE_PREFIX } from '../process/environment.js';
import { nearestName } from '../tree/nearest-name.js';
import { pathOf, type PathStep, valueAlong } from '../tree/parse-path.js';
import { ConfigProblem } from '../tree/problem.js';
import type { ConfigSection } from './section.js';
import { type SettingMeta, settingsOf, type SettingsClass } from './setting.decorator.js';

const JOINT = '__';
const TWIN = '_FILE';

/** The setting that a variable names. */
export interface NamedSetting {
  readonly steps: readonly PathStep[];
  /** The variable for the value itself; it differs from the given one where that is a `_FILE` twin. */
  readonly variable: string;
  readonly isSecret: boolean;
}

/** A key as variables spell it: `serverUrl` is `SERVER_URL`, `x-api-key` is `X_API_KEY`. */
export function variableWord(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
}

/** The variable of a row of the settings table: `agents.list[].id` is `GATEHOUSE__AGENTS__LIST__<n>__ID`. */
export function variableOfRow(path: string): string {
  const words = path.replaceAll('[]', '.<n>').split('.');
  const spelled = words.map((word) => (word.startsWith('<') ? word : variableWord(word)));
  return VARIABLE_PREFIX + spelled.join(JOINT);
}

/** Whether a variable sets an area (`channels.workchat`) or something in it, for any settings of the area. */
export function isVariableIn(area: string, variable: string): boolean {
  const own = variableOfRow(area);
  return variable === own || variable.startsWith(own + JOINT);
}

/**
 * Finds the setting a variable names. `variableWord` spells keys of settings; items of lists have their index. A name
 * in a map is the name in `raw` with that spelling, else the word in lower case; a word with a lower-case letter is the
 * name itself.
 * @param raw the configuration without the variables, for the names in its maps
 * @returns a problem, with the nearest known variable, when it names no setting
 */
export function settingNamedBy(
  sections: readonly ConfigSection<object>[],
  variable: string,
  raw: unknown,
): NamedSetting | ConfigProblem {
  const named = settingSpelled(sections, variable, raw);
  const capitals = variable.toUpperCase();
  if (!(named instanceof ConfigProblem) || capitals === variable) return named;
  // Words are compared one at a time: a name in lower case differs from every known name in all of its words.
  const inCapitals = settingSpelled(sections, capitals, raw);
  return inCapitals instanceof ConfigProblem
    ? named
    : unknown(variable, capitals.slice(VARIABLE_PREFIX.length));
}

function settingSpelled(
  sections: readonly ConfigSection<object>[],
  variable: string,
  raw: unknown,
): NamedSetting | ConfigProblem {
  const words = variable.slice(VARIABLE_PREFIX.length).split(JOINT);
  const areas = sections.map((section) => ({ section, keys: section.path.split('.') }));
  const inside = areas.find(({ keys }) => keys.every((key, index) => variableWord(key) === words[index]));
  if (inside) return new NameReader(variable, words, raw).inSection(inside.section, inside.keys);
  const known = areas.map(({ keys }) => keys.map(variableWord).join(JOINT));
  return unknown(variable, nearestArea(words, known));
}

/** Yields the words after the area, for an area of one word and of two. */
function nearestArea(words: readonly string[], known: readonly string[]): string | undefined {
  for (const length of [1, 2]) {
    const area = nearestName(words.slice(0, length).join(JOINT), known);
    if (area !== undefined) return [area, ...words.slice(length)].join(JOINT);
  }
  return undefined;
}

const unknown = (variable: string, nearest?: string): ConfigProblem => {
  const hint = nearest === undefined ? '' : `, did you mean "${VARIABLE_PREFIX}${nearest}"?`;
  return new ConfigProblem(variable, `does not name a setting${hint}`);
};

class NameReader {
  constructor(
    private readonly variable: string,
    private readonly words: readonly string[],
    private readonly raw: unknown,
  ) {}

  inSection({ type }: ConfigSection<object>, keys: readonly string[]): NamedSetting | ConfigProblem {
    return this.words.length === keys.length
      ? this.found(keys, { isSecret: false })
      : this.inClass(type, keys, keys.length);
  }

  /** @param at the index of the word that names a setting of the class at `steps` */
  private inClass(type: SettingsClass, steps: readonly PathStep[], at: number): NamedSetting | ConfigProblem {
    const word = this.words[at] ?? '';
    const isLast = at === this.words.length - 1;
    const settings = settingsOf(type);
    const meta = settings.find(({ key }) => variableWord(key) === word);
    if (meta) return this.inSetting(meta, [...steps, meta.key], at + 1);
    const twin = settings.find(({ key, secret }) => secret && variableWord(key) + TWIN === word);
    if (twin && isLast) return this.found([...steps, twin.key], { isSecret: true, isTwin: true });
    return this.unknown(at, settings.flatMap(spellings));
  }

  private inSetting(meta: SettingMeta, steps: readonly PathStep[], at: number): NamedSetting | ConfigProblem {
    if (at === this.words.length) return this.found(steps, { isSecret: meta.secret === true });
    const type = meta.of?.();
    if (type && meta.kind === 'object') return this.inClass(type, steps, at);
    if (meta.kind === 'map' || (meta.secret && meta.declared !== String)) return this.inMap(meta, steps, at);
    const index = this.words[at] ?? '';
    const isList = meta.kind === 'list' || meta.type?.endsWith('[]') === true;
    if (!isList || !/^(?:0|[1-9]\d{0,5})$/.test(index)) return this.unknown(at, isList ? ['0'] : []);
    return this.below(type, [...steps, Number(index)], at + 1);
  }

  private inMap(meta: SettingMeta, steps: readonly PathStep[], at: number): NamedSetting | ConfigProblem {
    const word = this.words[at] ?? '';
    const isSecret = meta.secret === true;
    const isTwin = isSecret && word.endsWith(TWIN) && word.length > TWIN.length;
    const name = this.nameInMap(isTwin ? word.slice(0, -TWIN.length) : word, steps);
    if (name instanceof ConfigProblem) return name;
    if (isSecret && at + 1 === this.words.length) return this.found([...steps, name], { isSecret, isTwin });
    return this.below(meta.of?.(), [...steps, name], at + 1);
  }

  private nameInMap(word: string, steps: readonly PathStep[]): string | ConfigProblem {
    if (word === '') return this.unknown(0, []);
    if (/[a-z]/.test(word)) return word;
    const map = valueAlong(this.raw, steps);
    const names = Object.keys(isRecord(map) ? map : {}).filter((name) => variableWord(name) === word);
    if (names.length < 2) return names[0] ?? word.toLowerCase();
    return new ConfigProblem(this.variable, `matches ${names.length} names in ${pathOf(steps)}`);
  }

  private below(type: SettingsClass | undefined, steps: readonly PathStep[], at: number) {
    if (at === this.words.length) return this.found(steps, { isSecret: false });
    return type ? this.inClass(type, steps, at) : this.unknown(at, []);
  }

  private found(
    steps: readonly PathStep[],
    { isSecret, isTwin = false }: { readonly isSecret: boolean; readonly isTwin?: boolean },
  ): NamedSetting {
    const variable = isTwin ? this.variable.slice(0, -TWIN.length) : this.variable;
    return { steps, variable, isSecret };
  }

  private unknown(at: number, known: readonly string[]): ConfigProblem {
    const nearest = nearestName(this.words[at] ?? '', known);
    if (nearest === undefined) return unknown(this.variable);
    return unknown(this.variable, this.words.with(at, nearest).join(JOINT));
  }
}

const spellings = ({ key, secret }: SettingMeta): string[] => {
  const word = variableWord(key);
  return secret ? [word, word + TWIN] : [word];
};

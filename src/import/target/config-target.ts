import { isDeepStrictEqual } from 'node:util';
import {
  allOf,
  type ConfigChange,
  ConfigEditor,
  ConfigInvalidError,
  type ConfigScope,
  formatProblems,
  isWithin,
  loadConfigIn,
  readConfigFile,
  setPath,
} from '../../config/index.js';
import type { KeyLedger } from '../mapping/key-ledger.js';
import type { SettingReport, TargetState } from '../report.js';
import type { PlannedSecret, PlannedSetting, SettingsPlan } from '../mapping/settings-plan.js';
import { ImportError } from '../import.error.js';
import { secretFile, type SecretFile, writeSecrets } from './secret-files.js';

/** The configuration that the next start will read. @throws ImportError when it is not valid as it is */
export function ourConfig(scope: ConfigScope): Readonly<Record<string, unknown>> {
  try {
    loadConfigIn(scope);
    return readConfigFile(scope.environment.configFile);
  } catch (error) {
    if (!(error instanceof ConfigInvalidError)) throw error;
    throw new ImportError(
      `Nothing was imported, because the configuration is not valid.\n${formatProblems(error)}`,
    );
  }
}

/** A secret with its file, where it was found, and where it will go. */
export type TargetSecret = SecretFile & PlannedSecret;

/** The changes of an import to our configuration and secrets; `write` makes them. */
export interface ConfigTarget {
  readonly settings: readonly SettingReport[];
  readonly secrets: readonly TargetSecret[];
  readonly isChanged: boolean;
  readonly write: () => void;
}

/**
 * Leaves out what our own rules refuse, so that the result is a valid configuration.
 * @throws ImportError when it cannot be
 */
export function planConfig(scope: ConfigScope, plan: SettingsPlan, ledger: KeyLedger): ConfigTarget {
  const { stateDir } = scope.environment;
  const secretOf = ({ secret, value }: PlannedSetting) =>
    secret && { ...secret, ...secretFile(stateDir, secret.file, String(value)) };
  leaveOutRefused(scope, { plan, ledger, isNew: ({ path }) => stateAt(plan, path, secretOf) === 'new' });
  const planned = plan.settings.map((setting) => ({
    setting,
    secret: secretOf(setting),
    state: stateAt(plan, setting.path, secretOf),
  }));
  const added = planned.filter(({ state }) => state === 'new');
  const isOurs = ({ state, secret }: (typeof planned)[number]) => state !== 'kept' && secret !== undefined;
  const secrets = planned.filter(isOurs).flatMap(({ secret }) => secret ?? []);
  const write = () => {
    writeSecrets(stateDir, secrets);
    const changes = added.map(({ setting, secret }) =>
      setPath(setting.path, secret ? { file: secret.file } : setting.value),
    );
    new ConfigEditor(scope).plan(allOf(changes)).write();
  };
  return {
    settings: planned.map(({ setting, state }) => ({ setting: setting.path, state })),
    secrets,
    isChanged: added.length > 0 || secrets.some(({ state }) => state === 'new'),
    write,
  };
}

type SecretOf = (setting: PlannedSetting) => SecretFile | undefined;

/** The state of a setting; where ours differs in one of its unit, none of the unit is new. */
function stateAt(plan: SettingsPlan, path: string, secretOf: SecretOf): TargetState {
  const own = plan.settings.find((setting) => setting.path === path);
  if (!own) return 'kept';
  const unit = own.unit === undefined ? [own] : plan.settings.filter((each) => each.unit === own.unit);
  const states = unit.map((each) => ownState(plan, each, secretOf(each)));
  return states.includes('kept') ? 'kept' : ownState(plan, own, secretOf(own));
}

function ownState(plan: SettingsPlan, { path, value }: PlannedSetting, secret?: SecretFile): TargetState {
  const ours = plan.inForce(path);
  if (ours === undefined) return 'new';
  const isSame = isDeepStrictEqual(ours, value) || (secret && isDeepStrictEqual(ours, { file: secret.file }));
  return isSame ? 'there' : 'kept';
}

interface Refusing {
  readonly plan: SettingsPlan;
  readonly ledger: KeyLedger;
  readonly isNew: (setting: PlannedSetting) => boolean;
}

/** Checks with the secrets in place of their files, which are not written yet. */
function leaveOutRefused(scope: ConfigScope, { plan, ledger, isNew }: Refusing): void {
  const editor = new ConfigEditor(scope);
  for (;;) {
    const added = plan.settings.filter(isNew);
    const change: ConfigChange = allOf(added.map(({ path, value }) => setPath(path, value)));
    const refusal = refusalOf(() => editor.plan(change));
    if (!refusal) return;
    const refused = added.flatMap((setting) => {
      const problem = refusal.problems.find(
        ({ path }) => isWithin(path, setting.path) || isWithin(setting.path, path),
      );
      return problem ? [{ setting, problem }] : [];
    });
    if (refused.length === 0 && !switchOff(plan, refusal)) throw new ImportError(formatProblems(refusal));
    for (const { setting, problem } of refused) {
      for (const path of plan.unitOf(setting)) ledger.refused(path, `${setting.path} ${problem.message}`);
      plan.drop(setting);
    }
  }
}

/**
 * Switches off channels and accounts that lack what was left out before, such as an address that our rules refuse.
 * @returns whether there was one
 */
function switchOff(plan: SettingsPlan, { problems }: ConfigInvalidError): boolean {
  const areas = problems
    .filter(({ path }) => path.startsWith('channels.'))
    .map(({ path }) => path.replace(/\.[^.[\]]+$/, ''))
    .filter((area) => plan.isWithin(area) && plan.value(`${area}.enabled`) === undefined);
  for (const area of areas) plan.set(`${area}.enabled`, false);
  return areas.length > 0;
}

function refusalOf(check: () => unknown): ConfigInvalidError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ConfigInvalidError) return error;
    throw error;
  }
}

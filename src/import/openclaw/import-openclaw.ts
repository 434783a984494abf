import { isRecord } from '../../common/index.js';
import { type ConfigScope, ensureStateDir } from '../../config/index.js';
import { isServed } from '../../persistence/index.js';
import { ImportError } from './import.error.js';
import { grantsOf, type WantedGrant } from './records/grants.js';
import { KeyLedger } from './key-ledger.js';
import { referenceOf } from './records/references.js';
import type { ImportReport } from './report.js';
import { mapAgents } from './settings/agents.js';
import { mapBindings } from './settings/bindings.js';
import { mapGeneral } from './settings/general.js';
import { mapBluebubbles } from './settings/imbridge.js';
import { Mapping } from './settings/mapping.js';
import { mapOthers } from './settings/other-keys.js';
import { SettingsPlan } from './settings/settings-plan.js';
import { mapTeams, mapTeamsPrefix } from './settings/workchat.js';
import { readBackup, readSourceConfig, type SourceConfig } from './source/config-file.js';
import { layoutOf, versionParts } from './source/layout.js';
import { type PeerState, readPeerState } from './source/peer-state.js';
import { Secrets } from './source/secrets.js';
import { SourceFolder } from './source/source-folder.js';
import { firstOf, SourceValue } from './source/source-value.js';
import { Variables } from './source/variables.js';
import { type ConfigTarget, ourConfig, planConfig } from './target/config-target.js';
import {
  grantTallies,
  isEmpty,
  planRecords,
  type RecordsPlan,
  tallyOf,
  writeRecords,
} from './target/records-target.js';

export interface ImportOptions {
  /** The state dir of the peer. */
  readonly folder: string;
  /** Its configuration, where that is elsewhere. */
  readonly config?: string;
  readonly dryRun: boolean;
  readonly scope: ConfigScope;
  /** Channels whose plugin is installed. */
  readonly channels: readonly string[];
}

/**
 * Takes over what an OpenClaw has below its state dir, where nothing is changed. Ours keeps whatever it has, so that a
 * second run changes nothing more.
 * @throws ImportError, and then nothing is written
 */
export async function importOpenclaw(options: ImportOptions): Promise<ImportReport> {
  const { scope, dryRun } = options;
  if (!dryRun && (await isServed(scope.environment))) throw new ImportError(SERVED);
  const folder = SourceFolder.open(options.folder);
  const found = readSourceConfig(folder, options.config);
  const { config, backup } = withRemoved(found, folder);
  const state = readPeerState(folder, Date.now());
  if (found.file === undefined && state.approvals.length === 0 && !state.hasDatabase)
    throw new ImportError(
      `${folder.path} is not an OpenClaw state directory: it contains neither openclaw.json nor pairings`,
    );
  const mapping = mappingOf({ folder, config, state, scope });
  const grants = mapAll(mapping);
  if (backup !== undefined)
    mapping.toDo.add(`The BlueBubbles settings come from ${backup}. Check that they are still correct.`);
  addNotes(mapping, options);
  const target = planConfig(scope, mapping.plan, mapping.ledger);
  const records = await planRecords(scope.environment, { grants, teams: state.teams });
  if (!dryRun) await write(scope, target, records);
  return reportOf({ options, folder, config, mapping, target, records, grants });
}

const SERVED = 'a gateway is running on this state directory or database: stop it first, or use --dry-run';

interface Sources {
  readonly folder: SourceFolder;
  readonly config: SourceConfig;
  readonly state: PeerState;
  readonly scope: ConfigScope;
}

function mappingOf({ folder, config, state, scope }: Sources): Mapping {
  const root = new SourceValue(config.tree);
  const variables = new Variables(folder, config.tree);
  return new Mapping({
    root,
    folder,
    state,
    variables,
    secrets: new Secrets(folder, root, variables, state),
    plan: new SettingsPlan(ourConfig(scope)),
    ledger: new KeyLedger(),
    version: versionParts(root.at('meta', 'lastTouchedVersion').text ?? state.version),
  });
}

const NOT_TAKEN = new SourceValue(undefined);

/** Maps everything. @returns the grants */
function mapAll(m: Mapping): readonly WantedGrant[] {
  const { root } = m.parts;
  const bluebubbles = bluebubblesIn(root);
  const msteams = firstOf(root.at('channels', 'msteams'), root.at('msteams'));
  const isTaken = mapBluebubbles(m, bluebubbles);
  mapTeams(m, msteams);
  mapTeamsPrefix(m, msteams, !bluebubbles.isThere);
  mapGeneral(m);
  mapAgents(m);
  mapBindings(m);
  const grants = grantsOf(m, { bluebubbles: isTaken ? bluebubbles : NOT_TAKEN, msteams });
  mapOthers(m);
  return grants;
}

const bluebubblesIn = (root: SourceValue): SourceValue =>
  firstOf(root.at('channels', 'bluebubbles'), root.at('bluebubbles'));

/**
 * Newer releases have no such channel, and may have deleted its settings: an earlier configuration has them still.
 * @returns the configuration with them, and the file that they are from
 */
function withRemoved(config: SourceConfig, folder: SourceFolder): { config: SourceConfig; backup?: string } {
  if (bluebubblesIn(new SourceValue(config.tree)).isThere) return { config };
  const removedIn = (tree: SourceConfig['tree']) => new SourceValue(tree).at('channels', 'bluebubbles');
  const backup = readBackup(config, folder, (tree) => removedIn(tree).isThere);
  if (backup?.file === undefined) return { config };
  const { channels } = config.tree;
  const others = isRecord(channels) ? channels : {};
  const tree = { ...config.tree, channels: { ...others, bluebubbles: removedIn(backup.tree).value } };
  return { config: { ...config, tree }, backup: backup.file };
}

function addNotes(m: Mapping, { channels }: ImportOptions): void {
  const { state } = m.parts;
  for (const problem of state.problems) m.toDo.add(`${problem}.`);
  const { conversations, polls, unreadable } = state.teams;
  if (unreadable > 0) m.toDo.add(`Teams conversations and polls in an unknown format: ${unreadable}.`);
  const isTeams = m.plan.has('channels.workchat.enabled') || m.plan.has('channels.workchat.appId');
  if ((isTeams || conversations.length + polls.length > 0) && !channels.includes('workchat'))
    m.toDo.add(
      'Install the Teams plugin with `gatehouse plugins install workchat`; it uses the imported settings.',
    );
}

/** The configuration comes last: with it, the rest has an effect. */
async function write(scope: ConfigScope, target: ConfigTarget, records: RecordsPlan): Promise<void> {
  if (!target.isChanged && isEmpty(records)) return;
  ensureStateDir(scope.environment);
  if (!isEmpty(records)) await writeRecords(scope.environment, records);
  if (target.isChanged) target.write();
}

interface Done {
  readonly options: ImportOptions;
  readonly folder: SourceFolder;
  readonly config: SourceConfig;
  readonly mapping: Mapping;
  readonly target: ConfigTarget;
  readonly records: RecordsPlan;
  readonly grants: readonly WantedGrant[];
}

function reportOf({ options, folder, config, mapping, target, records, grants }: Done): ImportReport {
  const { state, root } = mapping.parts;
  const { conversations, polls } = state.teams;
  const isThere = (key: string) => records.present.states.has(key);
  return {
    dry_run: options.dryRun,
    folder: folder.path,
    config: config.file ?? null,
    included: config.included,
    version: root.at('meta', 'lastTouchedVersion').text ?? state.version ?? null,
    layout: layoutOf(root, state),
    keys: mapping.ledger.report(config.tree),
    settings: target.settings,
    secrets: target.secrets.map(({ file, state: its, origin, goesTo }) => ({
      file,
      state: its,
      origin,
      goes_to: goesTo,
    })),
    grants: grantTallies(grants, records),
    references: tallyOf(conversations.map((each) => isThere(referenceOf(each)[0]?.key ?? ''))),
    polls: tallyOf(polls.map(({ id }) => records.present.polls.has(id))),
    not_taken: state.notTaken,
    to_do: [...mapping.toDo],
  };
}

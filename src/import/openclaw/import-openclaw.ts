import { fieldsOf, isRecord } from '../../common/index.js';
import type { ConfigScope } from '../../config/index.js';
import { carryOut, type Findings, type ImportOptions, notePlugin, refuseServed } from '../engine.js';
import type { Program } from '../mapping/mapping.js';
import { continuedAccounts } from './records/continued.js';
import { ImportError } from '../import.error.js';
import { grantsOf } from './records/grants.js';
import { KeyLedger } from '../mapping/key-ledger.js';
import { referenceOf } from './records/references.js';
import type { ImportReport } from '../report.js';
import { mapAgents } from './settings/agents.js';
import { mapBindings } from './settings/bindings.js';
import { mapGeneral } from './settings/general.js';
import { mapBluebubbles } from './settings/imbridge.js';
import { OpenclawMapping } from './settings/openclaw-mapping.js';
import { mapOthers } from './settings/other-keys.js';
import { SettingsPlan } from '../mapping/settings-plan.js';
import { mapTeams, mapTeamsPrefix } from './settings/workchat.js';
import { readBackup, readSourceConfig, type SourceConfig } from './source/config-file.js';
import { layoutOf, versionParts } from './source/layout.js';
import { type PeerState, readPeerState } from './source/peer-state.js';
import { Secrets } from './source/secrets.js';
import { SourceFolder } from '../source/source-folder.js';
import { firstOf, SourceValue } from '../source/source-value.js';
import { Variables } from '../source/variables.js';
import { ourConfig } from '../target/config-target.js';
export interface OpenclawOptions extends ImportOptions {
  /** Its configuration, where that is elsewhere. */
  readonly config?: string;
}

const OPENCLAW: Program = { id: 'openclaw', name: 'OpenClaw' };

/**
 * Takes over what an OpenClaw has below its state dir, where nothing is changed. Ours keeps whatever it has, so that a
 * second run changes nothing more.
 * @throws ImportError, and then nothing is written
 */
export async function importOpenclaw(options: OpenclawOptions): Promise<ImportReport> {
  await refuseServed(options);
  const { scope } = options;
  const folder = SourceFolder.open(options.folder);
  const found = readSourceConfig(folder, options.config);
  const { config, backup } = withRemoved(found, folder);
  const state = readPeerState(folder, Date.now());
  if (found.file === undefined && state.approvals.length === 0 && !state.hasDatabase)
    throw new ImportError(
      `${folder.path} is not an OpenClaw state directory: it contains neither openclaw.json nor pairings`,
    );
  const mapping = mappingOf({ folder, config, state, scope });
  const { root } = mapping.parts;
  const records = mapAll(mapping);
  if (backup !== undefined)
    mapping.toDo.add(`The BlueBubbles settings come from ${backup}. Check that they are still correct.`);
  addNotes(mapping, options);
  return carryOut(options, {
    ...records,
    mapping,
    tree: config.tree,
    config: config.file,
    included: config.included,
    version: root.at('meta', 'lastTouchedVersion').text ?? state.version,
    layout: layoutOf(root, state),
    conversations: state.teams.conversations.map(referenceOf),
    polls: state.teams.polls,
    notTaken: state.notTaken,
  });
}

interface Sources {
  readonly folder: SourceFolder;
  readonly config: SourceConfig;
  readonly state: PeerState;
  readonly scope: ConfigScope;
}

function mappingOf({ folder, config, state, scope }: Sources): OpenclawMapping {
  const root = new SourceValue(config.tree);
  const { env } = config.tree;
  const variables = new Variables(folder, REFERENCE, [fieldsOf(env), fieldsOf(fieldsOf(env).vars)]);
  return new OpenclawMapping({
    program: OPENCLAW,
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

const REFERENCE = /\$(\$\{[A-Z_][A-Z0-9_]*\})|\$\{([A-Z_][A-Z0-9_]*)\}/g;

const NOT_TAKEN = new SourceValue(undefined);

/** Maps everything. @returns what the settings decide about */
function mapAll(m: OpenclawMapping): Pick<Findings, 'grants' | 'states'> {
  const { root } = m.parts;
  const bluebubbles = bluebubblesIn(root);
  const msteams = firstOf(root.at('channels', 'msteams'), root.at('msteams'));
  const isTaken = mapBluebubbles(m, bluebubbles);
  mapTeams(m, msteams);
  mapTeamsPrefix(m, msteams, !bluebubbles.isThere);
  mapGeneral(m);
  mapAgents(m);
  mapBindings(m);
  const taken = isTaken ? bluebubbles : NOT_TAKEN;
  const grants = grantsOf(m, { bluebubbles: taken, msteams });
  const states = continuedAccounts(m, taken);
  mapOthers(m);
  return { grants, states };
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

function addNotes(m: OpenclawMapping, options: ImportOptions): void {
  const { state } = m.parts;
  for (const problem of state.problems) m.toDo.add(`${problem}.`);
  const { conversations, polls, unreadable } = state.teams;
  if (unreadable > 0) m.toDo.add(`Teams conversations and polls in an unknown format: ${unreadable}.`);
  notePlugin(m, options, conversations.length + polls.length > 0);
}

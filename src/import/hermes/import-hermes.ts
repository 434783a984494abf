import { carryOut, type ImportOptions, notePlugin, refuseServed } from '../engine.js';
import { ImportError } from '../import.error.js';
import { KeyLedger } from '../mapping/key-ledger.js';
import type { Program } from '../mapping/mapping.js';
import { SettingsPlan } from '../mapping/settings-plan.js';
import type { ImportReport } from '../report.js';
import { readJson } from '../source/peer-json.js';
import { SourceFolder } from '../source/source-folder.js';
import { SourceValue, type Tree } from '../source/source-value.js';
import { Variables } from '../source/variables.js';
import { ourConfig } from '../target/config-target.js';
import type { WantedGrant } from '../wanted.js';
import { peopleOf } from './records/people.js';
import { mapAgent } from './settings/agent.js';
import { ENV, HermesMapping } from './settings/hermes-mapping.js';
import { hasOtherAccounts, mapBluebubbles } from './settings/imbridge.js';
import { mapOthers } from './settings/other-keys.js';
import { LEGACY, LEGACY_FILE, Platform } from './settings/platform.js';
import { mapTeams } from './settings/workchat.js';
import { readYaml } from './source/hermes-config.js';
import { readLeftovers } from './source/leftovers.js';
import { countRequests, readApproved } from './source/people.js';
import { StoredKeys } from './source/stored-keys.js';

const HERMES: Program = { id: 'hermes', name: 'Hermes' };
const CONFIG = 'config.yaml';
/** The newest form of the configuration that was looked at. */
const NEWEST = 50;
/** References such as `${NAME}` and `${env:NAME}`; nothing keeps one as text, so group 1 never matches. */
const REFERENCE = /(?!)()|\$\{(?:env:)?([A-Za-z_]\w*)\}/g;

/**
 * Takes over what a home of Hermes has, where nothing is changed. Ours keeps whatever it has, so that a second run
 * changes nothing more.
 * @throws ImportError, and then nothing is written
 */
export async function importHermes(options: ImportOptions): Promise<ImportReport> {
  await refuseServed(options);
  const folder = SourceFolder.open(options.folder);
  const config = readYaml(folder, CONFIG);
  if (config === undefined && !['.env', 'state.db'].some((name) => folder.file(name) !== undefined))
    throw new ImportError(
      `${folder.path} is not a home of Hermes: it contains none of config.yaml, .env and state.db`,
    );
  const tree = treeOf(folder, config ?? {});
  const mapping = mappingOf(folder, tree, options);
  const grants = mapAll(mapping);
  noteLeftovers(mapping);
  notePlugin(mapping, options, false);
  const { leftovers } = mapping.parts;
  return carryOut(options, {
    mapping,
    tree,
    config: folder.file(CONFIG),
    included: [],
    version: undefined,
    layout: 'yaml',
    grants,
    conversations: [],
    states: [],
    polls: [],
    notTaken: {
      open_requests: countRequests(folder),
      transcripts: leftovers.transcripts,
      scheduled_tasks: leftovers.taskCount,
      memory_files: leftovers.memories.length,
      skills: leftovers.skills,
    },
  });
}

/** The configuration with the other files that hold settings, so that each of their keys is in the report. */
function treeOf(folder: SourceFolder, config: Tree): Tree {
  const legacy = readJson(folder, LEGACY_FILE);
  const { written } = new Variables(folder, REFERENCE);
  return {
    ...config,
    ...(Object.keys(legacy).length > 0 && { [LEGACY]: legacy }),
    ...(written.length > 0 && { [ENV]: Object.fromEntries(written) }),
  };
}

function mappingOf(folder: SourceFolder, tree: Tree, { scope }: ImportOptions): HermesMapping {
  const root = new SourceValue(tree);
  const variables = new Variables(folder, REFERENCE);
  return new HermesMapping({
    program: HERMES,
    root,
    folder,
    variables,
    plan: new SettingsPlan(ourConfig(scope)),
    ledger: new KeyLedger(),
    keys: new StoredKeys(folder, variables),
    approved: readApproved(folder),
    leftovers: readLeftovers(folder),
  });
}

/** Maps everything. @returns the grants */
function mapAll(m: HermesMapping): readonly WantedGrant[] {
  const bluebubbles = new Platform(m, 'bluebubbles', true);
  const teams = new Platform(m, 'teams', false);
  const hasAccounts = hasOtherAccounts(m, bluebubbles);
  if (bluebubbles.isThere && !hasAccounts) mapBluebubbles(m, bluebubbles);
  if (teams.isThere) mapTeams(m, teams);
  mapAgent(m);
  m.plan.set('session.dmScope', 'per-sender');
  const grants = [
    ...(hasAccounts ? [] : doorsOf(m, bluebubbles, 'channels.imbridge.dmPolicy')),
    ...doorsOf(m, teams, 'channels.workchat.dmPolicy'),
  ];
  mapOthers(m);
  return grants;
}

function doorsOf(m: HermesMapping, platform: Platform, target: string): readonly WantedGrant[] {
  const isApproved = m.parts.approved.some(({ channel }) => channel === platform.channel);
  if (!platform.isThere && !isApproved) return [];
  const { grants, isSilent } = peopleOf(m, platform);
  if (!platform.isThere) return grants;
  const own = platform.extra('unauthorized_dm_behavior');
  const behavior = own.isThere ? own : m.parts.root.at('unauthorized_dm_behavior');
  const isIgnored = behavior.text === 'ignore' || (isSilent && behavior.text !== 'pair');
  m.plan.set(target, isIgnored ? 'allowlist' : 'pairing');
  if (behavior.isThere) m.ledger.changed(behavior.path, [target], 'whether strangers get a code');
  return grants;
}

/** What will no longer happen, and what a person has to look at. */
function noteLeftovers({ parts: { leftovers, keys, root }, toDo }: HermesMapping): void {
  if (Number(root.at('_config_version').value) > NEWEST)
    toDo.add(
      'The configuration is of a newer release of Hermes than this import knows. Compare its settings.',
    );
  const { tasks, memories, profiles, activeProfile, problems } = leftovers;
  for (const problem of [...problems, ...(keys.problem === undefined ? [] : [keys.problem])])
    toDo.add(`${problem}.`);
  if (tasks.length > 0) toDo.add(`These scheduled tasks will no longer run: ${tasks.join(', ')}.`);
  if (memories.length > 0)
    toDo.add(
      `Memories are not imported, because they are those of all people together: ${memories.map(({ name, size }) => `${name} (${size.toLocaleString('en')} characters)`).join(', ')}.`,
    );
  if (profiles.length > 0)
    toDo.add(
      `Import each profile by itself, into a state directory of its own: ${profiles.map((name) => `profiles/${name}`).join(', ')}.`,
    );
  if (activeProfile !== undefined)
    toDo.add(`The active profile of Hermes is ${activeProfile}, and this is another one.`);
}

import { type ConfigScope, ensureStateDir } from '../config/index.js';
import { isServed } from '../persistence/index.js';
import { ImportError } from './import.error.js';
import type { Mapping } from './mapping/mapping.js';
import type { ImportReport, NotTaken } from './report.js';
import type { Tree } from './source/source-value.js';
import { type ConfigTarget, planConfig } from './target/config-target.js';
import {
  grantTallies,
  isEmpty,
  planRecords,
  type RecordsPlan,
  tallyOf,
  writeRecords,
} from './target/records-target.js';
import { stateKey } from './target/target.repository.js';
import type { WantedGrant, WantedPoll, WantedState } from './wanted.js';

export interface ImportOptions {
  /** The state dir of the peer. */
  readonly folder: string;
  readonly dryRun: boolean;
  readonly scope: ConfigScope;
  /** Channels whose plugin is installed. */
  readonly channels: readonly string[];
}

/** What an importer has found; nothing is written yet. */
export interface Findings {
  readonly mapping: Mapping;
  /** The configuration whose keys are listed. */
  readonly tree: Tree;
  readonly config: string | undefined;
  readonly included: readonly string[];
  readonly version: string | undefined;
  readonly layout: string;
  readonly grants: readonly WantedGrant[];
  /** The values of each conversation, its own first. */
  readonly conversations: readonly (readonly WantedState[])[];
  /** Other values of connectors. */
  readonly states: readonly WantedState[];
  readonly polls: readonly WantedPoll[];
  readonly notTaken: NotTaken;
}

const SERVED = 'a gateway is running on this state directory or database: stop it first, or use --dry-run';

/** @throws ImportError when the import would write beside a running gateway */
export async function refuseServed({ scope, dryRun }: ImportOptions): Promise<void> {
  if (!dryRun && (await isServed(scope.environment))) throw new ImportError(SERVED);
}

/**
 * Writes what was found, and ours keeps whatever it has, so that a second run changes nothing more.
 * @throws ImportError, and then nothing is written
 */
export async function carryOut(options: ImportOptions, findings: Findings): Promise<ImportReport> {
  const { scope, dryRun } = options;
  const { mapping, grants, conversations, states, polls } = findings;
  noteMissing(mapping);
  const target = planConfig(scope, mapping.plan, mapping.ledger);
  const records = await planRecords(scope.environment, {
    program: mapping.parts.program.id,
    grants,
    states: [...conversations.flat(), ...states],
    polls,
  });
  if (!dryRun) await write(scope, target, records);
  return reportOf(options, { findings, target, records });
}

function noteMissing({ parts, toDo }: Mapping): void {
  for (const name of parts.variables.missing)
    toDo.add(
      `The variable ${name} is not in the .env file of the folder: add it and import again, or set its value by hand.`,
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
  readonly findings: Findings;
  readonly target: ConfigTarget;
  readonly records: RecordsPlan;
}

function reportOf({ dryRun }: ImportOptions, { findings, target, records }: Done): ImportReport {
  const { mapping, config, included, version, layout, tree } = findings;
  const { program, folder } = mapping.parts;
  const { present } = records;
  return {
    program: program.id,
    dry_run: dryRun,
    folder: folder.path,
    config: config ?? null,
    included,
    version: version ?? null,
    layout,
    keys: mapping.ledger.report(tree),
    settings: target.settings,
    secrets: target.secrets.map(({ file, state: its, origin, goesTo }) => ({
      file,
      state: its,
      origin,
      goes_to: goesTo,
    })),
    grants: grantTallies(findings.grants, records),
    references: tallyOf(
      findings.conversations.map(([first]) => first !== undefined && present.states.has(stateKey(first))),
    ),
    polls: tallyOf(findings.polls.map(({ id }) => present.polls.has(id))),
    not_taken: findings.notTaken,
    to_do: [...mapping.toDo],
  };
}

/** Notes for the plugin of Teams, which is installed separately. */
export function notePlugin(m: Mapping, { channels }: ImportOptions, hasRecords: boolean): void {
  const isTeams = m.plan.has('channels.workchat.enabled') || m.plan.has('channels.workchat.appId');
  if ((isTeams || hasRecords) && !channels.includes('workchat'))
    m.toDo.add(
      'Install the Teams plugin with `gatehouse plugins install workchat`; it uses the imported settings.',
    );
}

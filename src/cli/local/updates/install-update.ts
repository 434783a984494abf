import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import compare from 'semver/functions/compare.js';
import { programFolder } from '../../../common/index.js';
import { readEnvironment } from '../../../config/process/environment.js';
import type { Cli, OutputOptions } from '../../cli.js';
import { CliFailure, EXIT } from '../../failure.js';
import type { Machine } from '../service/service-plan.js';
import { type Installation, linkedRelease } from './installation.js';
import { feedOfRelease, InstalledProgram } from './installed-program.js';
import { machineSteps, serviceOf, variablesFor } from './machine-steps.js';
import { type FeedRelease, isAddress, readFeed } from './release-feed.js';
import { goBack, goForward } from './update.js';
import { ownerFor } from './state-owner.js';
import { type UpdateRecord, UpdateRecords } from './update-record.js';

/** How to update a program that is not installed by `install.sh`, by the place where it is. */
export function notInstalled(folder = programFolder()): CliFailure {
  const other = folder.includes('/node_modules/')
    ? 'npm installed it, so install the archive of the new release with npm'
    : existsSync(join(folder, '../.git'))
      ? 'it is a checkout, so pull the new release and build it'
      : 'it is an image or a copy, so replace that by the new release';
  return new CliFailure(
    `this program was not installed by install.sh and cannot replace itself: ${other}, then restart the gateway (gatehouse help operations/upgrade)`,
    EXIT.usage,
  );
}

/** Where releases are read from: the option, the variable, or the feed that the release in use came with. */
export function feedOf(
  cli: Cli,
  {
    feed,
    installation,
  }: { readonly feed?: string | undefined; readonly installation: Installation | undefined },
): string | undefined {
  const place =
    feed ??
    cli.world.environment().variable?.('GATEHOUSE_FEED').value ??
    (installation === undefined ? undefined : feedOfRelease(installation.prefix));
  // `install.sh` takes the folder, so this takes both.
  return place === undefined || place.endsWith('.json') ? place : `${place.replace(/\/$/, '')}/releases.json`;
}

export interface InstallOptions extends OutputOptions {
  readonly feed?: string;
  readonly version?: string;
  readonly pre?: boolean;
  readonly yes?: boolean;
}

interface Place {
  readonly cli: Cli;
  readonly machine: Machine;
  readonly installation: Installation;
  readonly env: NodeJS.ProcessEnv;
  /** How long a started gateway may take. */
  readonly readyMs?: number;
}

export interface Updated {
  readonly from: string;
  readonly to: string;
  readonly backup: string | null;
  readonly service: 'restarted' | 'not running';
}

/** Takes a newer release into use, or finishes an interrupted update. @returns undefined when there is none */
export async function installUpdate(place: Place, options: InstallOptions): Promise<Updated | undefined> {
  const { installation } = place;
  const records = new UpdateRecords(installation.prefix);
  const interrupted = records.interrupted();
  if (interrupted !== undefined) return finish(place, records, interrupted, options);
  const { cli } = place;
  const named = feedOf(cli, { feed: options.feed, installation });
  if (named === undefined) throw new CliFailure(WITHOUT_FEED, EXIT.usage);
  const feed = lastingFeed(named);
  const older = inUse(installation);
  const release = await releaseFor(older, feed, options);
  if (release === undefined) return undefined;
  const service = await serviceOf(place.machine, installation, undefined);
  const { yes = false, json } = options;
  await cli.confirm(questionOf(older, release), { isSure: yes, json });
  const isRunning = service?.isRunning ?? false;
  const record = records.begin({ direction: 'forward', older, newer: release.version, feed, isRunning });
  return forward(place, records, record, options);
}

export const WITHOUT_FEED =
  'no release feed is configured. Pass --feed with a releases.json file or URL (each build creates one)';

/**
 * The feed as a later call finds it, from any working directory.
 * @throws CliFailure for a file that `install.sh`, which takes the folder, would not find
 */
function lastingFeed(feed: string): string {
  if (!/(?:^|\/)releases\.json$/.test(feed))
    throw new CliFailure(
      `--feed: must be the folder with the files of a release, or releases.json in it, not ${feed}`,
      EXIT.usage,
    );
  return isAddress(feed) ? feed : resolve(feed);
}

const questionOf = (older: string, { version }: FeedRelease): string =>
  `Back up ${older}, install ${version}, and restart the gateway if its service is running?`;

async function releaseFor(
  older: string,
  feed: string,
  { version, pre = false }: InstallOptions,
): Promise<FeedRelease | undefined> {
  const releases = await readFeed(feed);
  if (version !== undefined) {
    const found = releases.find((each) => each.version === version.replace(/^v/, ''));
    if (!found) throw new CliFailure(`--version: ${version} is not in ${feed}`, EXIT.usage);
    if (compare(found.version, older) === 0) return undefined;
    if (compare(found.version, older) > 0) return found;
    throw new CliFailure(
      `--version: ${version} is older than ${older}. To go back to the previous release: gatehouse update rollback`,
      EXIT.usage,
    );
  }
  const newest = releases
    .filter((each) => compare(each.version, older) > 0)
    .filter((each) => pre || older.includes('-') || !each.version.includes('-'))
    .toSorted((one, other) => compare(other.version, one.version));
  return newest[0];
}

function inUse({ prefix, version }: Installation): string {
  const current = linkedRelease(prefix, 'current');
  if (current === version) return version;
  throw new CliFailure(
    `this is ${version}, but ${prefix} uses ${current ?? 'no release'}: call the command by its link`,
  );
}

/** Takes the previous release into use again, or the earlier one of an interrupted update. */
export async function rollback(
  place: Place,
  options: OutputOptions & { readonly yes?: boolean },
): Promise<Updated> {
  const { cli, installation } = place;
  const records = new UpdateRecords(installation.prefix);
  const interrupted = records.interrupted();
  if (interrupted !== undefined) {
    const record = await records.write({ ...interrupted, direction: 'back' });
    return back(place, records, record, options);
  }
  const newer = inUse(installation);
  const older = linkedRelease(installation.prefix, 'previous');
  if (older === undefined || older === newer)
    throw new CliFailure(`there is no previous release in ${installation.prefix}`);
  if (compare(older, newer) > 0)
    throw new CliFailure(
      `the previous release, ${older}, is newer: gatehouse update install --version ${older}`,
    );
  const service = await serviceOf(place.machine, installation, undefined);
  const { yes = false, json } = options;
  await cli.confirm(`Back up ${newer}, and go back to ${older}?`, { isSure: yes, json });
  const isRunning = service?.isRunning ?? false;
  const begun = records.begin({ direction: 'back', older, newer, isRunning });
  const backup = await stepsAt(place, service, options)
    .backup()
    .catch((error: unknown) => {
      // Nothing is stopped yet. Later, the record says whether the service is to run again.
      records.end();
      throw error;
    });
  return back(place, records, await records.write({ ...begun, backup }), options);
}

async function finish(
  place: Place,
  records: UpdateRecords,
  record: UpdateRecord,
  options: InstallOptions,
): Promise<Updated> {
  const { newer, older, direction } = record;
  if (options.version !== undefined && options.version !== newer)
    throw new CliFailure(
      `an update to ${newer} was interrupted: finish it without --version, or undo it: gatehouse update rollback`,
    );
  // The record belongs to this process from here on.
  const own = await records.write(record);
  if (direction === 'forward') return forward(place, records, own, options);
  const { reason } = record;
  const updated = await back(place, records, own, options);
  if (reason === undefined) return updated;
  throw new CliFailure(`${newer} was not installed: ${reason}\n${older} is in use again, with the same data`);
}

async function forward(
  place: Place,
  records: UpdateRecords,
  record: UpdateRecord,
  options: OutputOptions,
): Promise<Updated> {
  const service = await serviceOf(place.machine, place.installation, record.isRunning);
  const done = await goForward(records, stepsAt(place, service, options), record);
  return updatedOf(done, done.older, done.newer);
}

async function back(
  place: Place,
  records: UpdateRecords,
  record: UpdateRecord,
  options: OutputOptions,
): Promise<Updated> {
  const service = await serviceOf(place.machine, place.installation, record.isRunning);
  await goBack(records, stepsAt(place, service, options), record);
  return updatedOf(record, record.newer, record.older);
}

const updatedOf = ({ backup, isRunning }: UpdateRecord, from: string, to: string): Updated => ({
  from,
  to,
  backup: backup ?? null,
  service: isRunning ? 'restarted' : 'not running',
});

function stepsAt(
  { cli, machine, installation, env, readyMs }: Place,
  service: Awaited<ReturnType<typeof serviceOf>>,
  { json = false }: OutputOptions,
) {
  const { uid, environment } = machine;
  const { stateDir } = environment;
  const variables = variablesFor({ stateDir }, service, env);
  return machineSteps({
    installation,
    service,
    stateDir,
    program: new InstalledProgram(installation.prefix, variables, ownerFor(stateDir, uid)),
    isShared: readEnvironment(variables).databaseUrl !== undefined,
    tell: (words) => {
      if (!json) cli.world.stdout.write(`${words}\n`);
    },
    ...(readyMs !== undefined && { readyMs }),
  });
}

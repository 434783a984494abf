import compare from 'semver/functions/compare.js';
import prerelease from 'semver/functions/prerelease.js';
import valid from 'semver/functions/valid.js';
import { CliFailure } from '../../failure.js';
import type { FeedRelease } from './release-feed.js';

/**
 * How one comes back from a release to the one before. `import` is from the time when a program could not take its
 * schema back; programs read it as "it migrates the database".
 */
export type WayBack = 'reinstall' | 'import';

export interface NewerRelease extends Omit<FeedRelease, 'migration'> {
  readonly migration: string | null;
  /** `import` where this program cannot open the database of that one; null where the feed does not say. */
  readonly way_back: WayBack | null;
}

interface Own {
  readonly version: string;
  /** The last migration that this program knows. */
  readonly migration: string;
}

/**
 * The releases after our own, newest first.
 * @param withPreReleases also those before a release; one of them is notified in any case
 */
export function newerReleases(
  feed: readonly FeedRelease[],
  { version, migration }: Own,
  withPreReleases: boolean,
): readonly NewerRelease[] {
  if (valid(version) === null)
    throw new CliFailure(`the version of this program cannot be compared: ${version}`);
  const isWanted = (each: FeedRelease): boolean =>
    withPreReleases || prerelease(version) !== null || prerelease(each.version) === null;
  return feed
    .filter((each) => valid(each.version) !== null && compare(each.version, version) > 0 && isWanted(each))
    .toSorted((one, other) => compare(other.version, one.version))
    .map((each) => ({
      version: each.version,
      date: each.date,
      security: each.security,
      notes: each.notes,
      migration: each.migration ?? null,
      way_back: wayBackFrom(each, migration),
    }));
}

/** A program refuses a database with a migration that it does not know; they are numbered in their order. */
function wayBackFrom({ migration }: FeedRelease, known: string): WayBack | null {
  if (migration === undefined) return null;
  return migration > known ? 'import' : 'reinstall';
}

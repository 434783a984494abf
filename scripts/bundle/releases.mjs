/*
 * CHANGELOG.md as data: what `gatehouse update check` reads. A section that is not in its form ends the build, because a
 * release that is missing here would be told to no one.
 */
import semver from 'semver';

const HEADING = /^(\S+) - (\d{4}-\d{2}-\d{2})$/;
/** The last migration of the release, by which one knows whether an earlier release can open its database. */
const DATABASE = /^Database: (\d{4}-[a-z0-9-]+)$/m;
const KINDS = /^(?:Added|Changed|Deprecated|Removed|Fixed|Security)(?:: .+)?$/;

/**
 * The releases, newest first; what is unreleased is not among them.
 * @param changelog the text of the file, in the form of Keep a Changelog
 * @throws Error naming the section that is not in the form
 */
export function releasesIn(changelog) {
  const [, ...sections] = changelog.split(/^## /m);
  const isOpen = sections[0]?.startsWith('Unreleased\n');
  const releases = sections.slice(isOpen ? 1 : 0).map(releaseIn);
  for (const [at, { version }] of releases.entries())
    if (at > 0 && !semver.lt(version, releases[at - 1].version))
      throw new Error(`CHANGELOG.md: ${version} must be older than the release above it`);
  return releases;
}

/** Whether nothing waits for a release, so that the newest one is what the repository has. */
export const isAllReleased = (changelog) => !/^## Unreleased\n\s*(?!## )\S/m.test(changelog);

function releaseIn(section) {
  const end = section.indexOf('\n');
  const [heading, text] = [section.slice(0, end).trim(), section.slice(end)];
  const [, version, date] = HEADING.exec(heading) ?? [];
  const wrong = (words) => new Error(`CHANGELOG.md, "## ${heading}": ${words}`);
  if (semver.valid(version) !== version || version === undefined || !isDay(date))
    throw wrong('must be "## X.Y.Z - YYYY-MM-DD"');
  const [line, migration] = DATABASE.exec(text) ?? [];
  if (line === undefined) throw wrong('needs a line "Database: " with its last migration');
  const notes = text.slice(text.indexOf(line) + line.length).trim();
  const kinds = [...notes.matchAll(/^### (.*)$/gm)].map(([, kind]) => kind);
  const unknown = kinds.find((kind) => !KINDS.test(kind));
  if (unknown !== undefined) throw wrong(`"### ${unknown}" is no kind of Keep a Changelog`);
  if (kinds.length === 0) throw wrong('says nothing');
  return { version, date, security: kinds.some((kind) => kind.startsWith('Security')), migration, notes };
}

const isDay = (text) => {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

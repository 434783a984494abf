import type { JsonRecord } from '../../channels/kit/index.js';
import type { PackageFiles } from './archive.js';
import { error, type PackageProblem } from './problem.js';
import { isSameId } from './rules.js';
import { isAbove, nextVersion, versionParts } from './version.js';

/** An unpacked package. */
export interface OpenedPackage {
  readonly manifest: JsonRecord;
  /** Its other files. */
  readonly files: PackageFiles;
}

/** Faults that prevent a package from replacing the previous one. */
export function updateProblems(next: OpenedPackage, before: OpenedPackage): readonly PackageProblem[] {
  return [...idChange(next.manifest, before.manifest), ...versionChange(next, before)];
}

function idChange({ id }: JsonRecord, { id: before }: JsonRecord): readonly PackageProblem[] {
  if (typeof id !== 'string' || typeof before !== 'string' || isSameId(id, before)) return [];
  return [
    error(
      'id',
      `is ${id}, but the previous package has ${before}`,
      'Keep the id. A different id creates a second app.',
    ),
  ];
}

function versionChange(next: OpenedPackage, before: OpenedPackage): readonly PackageProblem[] {
  const [version, old] = [next.manifest.version, before.manifest.version];
  if (!versionParts(version) || isAbove(version, old)) return [];
  if (version === old && isSame(next, before)) return [];
  const state =
    version === old
      ? `is still ${String(old)}, although the package has changed`
      : `is ${String(version)}, below ${String(old)}`;
  return [
    error(
      'version',
      state,
      `Raise it, for example to "${nextVersion(old)}". Clients keep the old app until the version increases.`,
    ),
  ];
}

/** Whether two packages differ only in their version. */
export function isSame(one: OpenedPackage, other: OpenedPackage): boolean {
  const paths = Object.keys({ ...one.files, ...other.files });
  return (
    JSON.stringify(comparable(one.manifest)) === JSON.stringify(comparable(other.manifest)) &&
    paths.every((path) => areEqual(one.files[path], other.files[path]))
  );
}

const areEqual = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;

/** The order of keys does not matter. */
const comparable = ({ version: _version, ...rest }: JsonRecord): unknown => sorted(rest);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}

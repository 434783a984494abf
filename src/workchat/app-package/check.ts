import type { WorkchatSettings } from '../settings/settings.js';
import { fieldsOf, parseJson, recordOf, textOf } from '../../channels/kit/index.js';
import { isZip, MANIFEST, type PackageFiles, placeProblems, unzipped } from './archive.js';
import { fitProblems } from './fit.js';
import { iconProblems } from './icon-check.js';
import { error, type PackageProblem } from './problem.js';
import { ruleProblems } from './rules.js';
import { schemaProblems } from './schema.js';
import { type OpenedPackage, updateProblems } from './update.js';

/** The settings and the earlier package that a package is checked against. */
export interface CheckedAgainst {
  /** The channel's settings; undefined where it is not set up. */
  readonly settings?: WorkchatSettings | undefined;
  /** The package that this one replaces. */
  readonly before?: OpenedPackage | undefined;
}

export interface CheckedPackage {
  /** Undefined without a readable manifest. */
  readonly opened?: OpenedPackage;
  /** In the order of the manifest's fields; errors and warnings. */
  readonly problems: readonly PackageProblem[];
}

/** Checks a package: the archive, Microsoft's schema, our rules, the icons, the settings and the previous version. */
export function checkPackage(bytes: Uint8Array, against: CheckedAgainst = {}): CheckedPackage {
  const files = isZip(bytes) ? unzipped(bytes) : NO_ZIP;
  return isProblem(files) ? { problems: [files] } : checkFiles(files, against);
}

const isProblem = (found: PackageFiles | PackageProblem): found is PackageProblem =>
  typeof found.level === 'string';

const NO_ZIP = error(
  'package',
  'it is no ZIP archive',
  'Put manifest.json and both icons into a ZIP: gatehouse workchat manifest does.',
);

/** The same for a package that is not packed yet. */
export function checkFiles(files: PackageFiles, against: CheckedAgainst = {}): CheckedPackage {
  const places = placeProblems(files);
  const { [MANIFEST]: text, ...others } = files;
  if (!text) return { problems: places };
  const manifest = recordOf(parseJson(decoded(text))?.value);
  if (!manifest) return { problems: [...places, NO_JSON] };
  if (text.byteLength > MAX_MANIFEST_BYTES || isBeyond(MAX_DEPTH, manifest))
    return { problems: [...places, TOO_MUCH] };
  const opened = { manifest, files: others };
  const schema = schemaProblems(manifest);
  const found = [
    ...schema,
    ...ruleProblems(manifest),
    ...iconsOf(opened),
    ...(against.settings ? fitProblems(manifest, against.settings) : []),
    ...(against.before ? updateProblems(opened, against.before) : []),
  ];
  return { opened, problems: [...places, ...onePerField(found)] };
}

const NO_JSON = error(
  MANIFEST,
  'it is no JSON object',
  'Look for a comma too much or too few, a comment, or quotes that are not straight.',
);

/** Far beyond the schema's limits; the time for finding problems grows with the size. */
const MAX_MANIFEST_BYTES = 256 * 1024;
const MAX_DEPTH = 32;
const MAX_ENTRIES = 256;

function isBeyond(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0 || (Array.isArray(value) && value.length > MAX_ENTRIES)) return true;
  return Object.values(value).some((each) => isBeyond(depth - 1, each));
}

const TOO_MUCH = error(
  MANIFEST,
  `it has more than ${MAX_MANIFEST_BYTES / 1024} KB, ${MAX_DEPTH} levels, or ${MAX_ENTRIES} entries of a list`,
  'Start over: gatehouse workchat manifest.',
);

/** Removes the byte order mark of some editors. */
const decoded = (bytes: Uint8Array): string => new TextDecoder('utf-8').decode(bytes);

function iconsOf({ manifest, files }: OpenedPackage): readonly PackageProblem[] {
  const icons = fieldsOf(manifest.icons);
  return (['color', 'outline'] as const).flatMap((kind) => {
    const file = textOf(icons[kind]);
    return file === undefined ? [] : iconProblems(kind, file, files[file]);
  });
}

/** Several rules may find the same fault: the first one is the most basic. */
const onePerField = (problems: readonly PackageProblem[]): readonly PackageProblem[] =>
  problems.filter(({ field }, at) => problems.findIndex((each) => each.field === field) === at);

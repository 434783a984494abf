import type { WorkchatSettings } from '../settings/settings.js';
import {
  fieldsOf,
  type JsonRecord,
  parseJson,
  recordOf,
  recordsOf,
  textOf,
} from '../../channels/kit/index.js';
import { isZip, MANIFEST, type PackageFiles, placeProblems, unzipped } from './archive.js';
import { iconProblems } from './icon-check.js';
import { error, type PackageProblem, warning } from './problem.js';
import { isSameId, permissionField, ruleProblems } from './rules.js';
import { schemaProblems } from './schema.js';
import { type OpenedPackage, updateProblems } from './update.js';
import { permissionsIn } from './manifest.js';
import { resourceNeeds } from './permissions.js';
import { surfacesOf } from './surfaces.js';

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
  'it is not a ZIP archive',
  'Put manifest.json and both icons into a ZIP, as gatehouse workchat manifest does.',
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
  'it is not a JSON object',
  'Check for missing or extra commas, comments and curly quotes.',
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
  `it has more than ${MAX_MANIFEST_BYTES / 1024} KB, ${MAX_DEPTH} levels, or ${MAX_ENTRIES} entries in a list`,
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

/** The problems of a manifest that is for another bot than the settings, or lacks something they need. */
function fitProblems(manifest: JsonRecord, settings: WorkchatSettings): readonly PackageProblem[] {
  return [
    ...botFit(manifest, settings.credentials.appId),
    ...scopeFit(manifest, settings),
    ...permissionFit(manifest, settings),
  ];
}

function botFit(manifest: JsonRecord, appId: string): readonly PackageProblem[] {
  const [bot] = recordsOf(manifest.bots);
  const ids = [
    ['bots[0].botId', bot?.botId],
    ['webApplicationInfo.id', fieldsOf(manifest.webApplicationInfo).id],
  ] as const;
  return ids
    .filter(([, id]) => typeof id === 'string' && !isSameId(id, appId))
    .map(([field, id]) =>
      error(
        field,
        `is ${String(id)}, but channels.workchat.appId is ${appId}`,
        'Set both to the app ID of the bot.',
      ),
    );
}

function scopeFit(manifest: JsonRecord, settings: WorkchatSettings): readonly PackageProblem[] {
  const scopes: readonly unknown[] = [fieldsOf(recordsOf(manifest.bots)[0]).scopes].flat();
  const wanted = surfacesOf(settings);
  const fieldOf = (surface: string) => `bots[0].scopes[${surface}]`;
  return [
    ...wanted
      .filter((surface) => !scopes.includes(surface))
      .map((surface) =>
        warning(
          fieldOf(surface),
          'is missing, although the policies let people use the bot there',
          'Add it. Otherwise the app cannot be installed there.',
        ),
      ),
    ...scopes
      .filter((scope) => ['personal', 'team', 'groupChat'].includes(String(scope)))
      .filter((scope) => !wanted.some((surface) => surface === scope))
      .map((scope) =>
        warning(
          fieldOf(String(scope)),
          'is set, but no policy gives anyone access to the bot there',
          'Remove it, or open dmPolicy or groupPolicy.',
        ),
      ),
  ];
}

function permissionFit(manifest: JsonRecord, settings: WorkchatSettings): readonly PackageProblem[] {
  const asked = permissionsIn(manifest);
  return resourceNeeds(settings)
    .filter(({ name }) => !asked.includes(name))
    .map(({ name, why }) =>
      warning(
        permissionField(name),
        `is missing, but the settings need it: ${why}`,
        `Add {"name": "${name}", "type": "Application"}, raise version, then upload and reinstall the app.`,
      ),
    );
}

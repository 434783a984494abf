import { GATEWAY, type GatehouseConfig } from '../../config/index.js';
import type { WorkchatSettings } from '../settings/settings.js';
import { fieldsOf, type JsonRecord, recordsOf, textOf } from '../../channels/kit/index.js';
import { MANIFEST, zipped } from './archive.js';
import { checkFiles } from './check.js';
import { colorIcon, outlineIcon } from './icons.js';
import { type AppDetails, manifestOf, packageIdFor } from './manifest.js';
import { allResourceNeeds, type Need, resourceNeeds } from './permissions.js';
import type { PackageProblem } from './problem.js';
import { type Surface, surfacesOf } from './surfaces.js';
import { isSame, type OpenedPackage } from './update.js';
import { nextVersion } from './version.js';

/** The operator's options; everything else comes from the previous version, or is chosen here. */
export interface PackageOptions {
  readonly id?: string | undefined;
  readonly version?: string | undefined;
  readonly name?: string | undefined;
  readonly fullName?: string | undefined;
  readonly description?: string | undefined;
  readonly fullDescription?: string | undefined;
  readonly developer?: string | undefined;
  readonly website?: string | undefined;
  readonly privacyUrl?: string | undefined;
  readonly termsUrl?: string | undefined;
  /** `#` and six hex digits. */
  readonly accentColor?: string | undefined;
  readonly colorIcon?: Uint8Array | undefined;
  readonly outlineIcon?: Uint8Array | undefined;
  /** All permissions of the specification, even those no setting needs. */
  readonly allPermissions?: boolean;
}

export interface MadePackage {
  /** The ZIP; identical for equal settings, options and previous version. */
  readonly bytes: Uint8Array;
  readonly manifest: JsonRecord;
  readonly needs: readonly Need[];
  /** Errors prevent its upload. */
  readonly problems: readonly PackageProblem[];
}

export const DEFAULT_ACCENT = '#3A5FCD';
export const ACCENT = /^#[0-9a-f]{6}$/i;

/** Makes the app package for these settings. */
export function makePackage(
  settings: WorkchatSettings,
  options: PackageOptions & { readonly website: string },
  before?: OpenedPackage,
): MadePackage {
  const needs = options.allPermissions ? allResourceNeeds(settings) : resourceNeeds(settings);
  const details = detailsOf(settings, options, before?.manifest);
  const manifest = manifestOf(settings, details, { needs, ...(before && { before: before.manifest }) });
  const icons = iconsOf(details.accentColor, options, before);
  const made = { manifest, files: { ...before?.files, ...icons } };
  const version = options.version ?? versionAfter(made, before);
  return packed({ ...made, manifest: { ...manifest, version } }, needs, { settings, before });
}

function packed(
  { manifest, files }: OpenedPackage,
  needs: readonly Need[],
  against: Parameters<typeof checkFiles>[1],
): MadePackage {
  const text = new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`);
  const all = { [MANIFEST]: text, ...files };
  return { bytes: zipped(all), manifest, needs, problems: checkFiles(all, against).problems };
}

/** The address of the website: from the options, the previous version, or the gateway's own. */
export function websiteFor(
  options: PackageOptions,
  config: GatehouseConfig,
  before: OpenedPackage | undefined,
): string | undefined {
  const told = textOf(fieldsOf(before?.manifest.developer).websiteUrl);
  return options.website ?? told ?? config.get(GATEWAY).publicUrl;
}

function versionAfter(made: OpenedPackage, before: OpenedPackage | undefined): string {
  if (!before) return '1.0.0';
  const old = before.manifest.version;
  return isSame(made, before) && typeof old === 'string' ? old : nextVersion(old);
}

function detailsOf(
  settings: WorkchatSettings,
  options: PackageOptions & { readonly website: string },
  before: JsonRecord = {},
): AppDetails {
  const short = options.name ?? textOf(fieldsOf(before.name).short) ?? 'Assistant';
  const accentBefore = textOf(before.accentColor);
  return {
    id: options.id ?? textOf(before.id) ?? packageIdFor(settings.credentials.appId),
    version: options.version ?? '1.0.0',
    name: { short, full: options.fullName ?? ownFullName(before) ?? short },
    description: descriptionOf(options, fieldsOf(before.description), surfacesOf(settings)),
    developer: developerOf(options, fieldsOf(before.developer)),
    accentColor:
      options.accentColor ??
      (accentBefore !== undefined && ACCENT.test(accentBefore) ? accentBefore : DEFAULT_ACCENT),
  };
}

/** A full name that only repeats the short name changes with it. */
function ownFullName({ name }: JsonRecord): string | undefined {
  const { short, full } = fieldsOf(name);
  return full === short ? undefined : textOf(full);
}

const PLACES: Readonly<Record<Surface, string>> = {
  personal: 'direct messages',
  team: 'team channels',
  groupChat: 'group chats',
};

function descriptionOf(
  options: PackageOptions,
  before: JsonRecord,
  surfaces: readonly Surface[],
): AppDetails['description'] {
  const places = new Intl.ListFormat('en-GB').format(surfaces.map((surface) => PLACES[surface]));
  return {
    short: options.description ?? textOf(before.short) ?? 'Talk to the assistant',
    full: options.fullDescription ?? textOf(before.full) ?? `Talk to the assistant in ${places}.`,
  };
}

/** Privacy and terms lead to the website unless they have pages of their own. */
function developerOf(
  options: PackageOptions & { readonly website: string },
  before: JsonRecord,
): AppDetails['developer'] {
  const websiteUrl = options.website;
  const follows = (url: unknown) => (url === before.websiteUrl ? undefined : textOf(url));
  return {
    name:
      options.developer ??
      textOf(before.name) ??
      (URL.parse(websiteUrl)?.hostname ?? websiteUrl).slice(0, 32),
    websiteUrl,
    privacyUrl: options.privacyUrl ?? follows(before.privacyUrl) ?? websiteUrl,
    termsOfUseUrl: options.termsUrl ?? follows(before.termsOfUseUrl) ?? websiteUrl,
  };
}

/** Custom icons stay; icons drawn here follow the colour. */
function iconsOf(
  accent: string,
  options: PackageOptions,
  before: OpenedPackage | undefined,
): OpenedPackage['files'] {
  const color = options.colorIcon ?? chosenColorIcon(before);
  return {
    'color.png': color ?? colorIcon(accent),
    'outline.png': options.outlineIcon ?? iconIn(before, 'outline') ?? outlineIcon(),
  };
}

function chosenColorIcon(before: OpenedPackage | undefined): Uint8Array | undefined {
  const icon = iconIn(before, 'color');
  const accent = textOf(before?.manifest.accentColor);
  const isDrawn =
    accent !== undefined && ACCENT.test(accent) && icon && Buffer.compare(icon, colorIcon(accent)) === 0;
  return isDrawn ? undefined : icon;
}

function iconIn(before: OpenedPackage | undefined, kind: 'color' | 'outline'): Uint8Array | undefined {
  const file = textOf(fieldsOf(before?.manifest.icons)[kind]);
  return file === undefined ? undefined : before?.files[file];
}

/** The bot of a package. */
export const botIn = ({ manifest }: OpenedPackage): string | undefined =>
  textOf(recordsOf(manifest.bots)[0]?.botId);

import { GATEWAY, type GatehouseConfig } from '../../../config/index.js';
import type { WorkchatSettings } from '../../settings/settings.js';
import { type Fields, fieldsOf, recordsOf, textOf } from '../../service/wire/json.js';
import { MANIFEST, zipped } from './archive.js';
import { checkFiles } from './check.js';
import { colorIcon, outlineIcon } from './icons.js';
import { type AppDetails, manifestOf, packageIdFor } from './manifest.js';
import { allResourceNeeds, type Need, resourceNeeds } from './permissions.js';
import type { PackageProblem } from './problem.js';
import { type Surface, surfacesOf } from './surfaces.js';
import { isSame, type OpenedPackage } from './update.js';
import { nextVersion } from './version.js';

/** The wishes of the operator; all else stays as it was in the version before, or is chosen here. */
export interface Wishes {
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
  /** All permissions of the specification, whether or not a setting needs them. */
  readonly allPermissions?: boolean;
}

export interface MadePackage {
  /** The ZIP; equal for equal settings, wishes and version before. */
  readonly bytes: Uint8Array;
  readonly manifest: Fields;
  readonly needs: readonly Need[];
  /** Errors keep it from being uploaded. */
  readonly problems: readonly PackageProblem[];
}

export const DEFAULT_ACCENT = '#3A5FCD';
export const ACCENT = /^#[0-9a-f]{6}$/i;

/** Makes the app package for these settings. */
export function makePackage(
  settings: WorkchatSettings,
  wishes: Wishes & { readonly website: string },
  before?: OpenedPackage,
): MadePackage {
  const needs = wishes.allPermissions ? allResourceNeeds(settings) : resourceNeeds(settings);
  const details = detailsOf(settings, wishes, before?.manifest);
  const manifest = manifestOf(settings, details, { needs, ...(before && { before: before.manifest }) });
  const icons = iconsOf(details.accentColor, wishes, before);
  const made = { manifest, files: { ...before?.files, ...icons } };
  const version = wishes.version ?? versionAfter(made, before);
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

/** The address of the website: asked for, that of the version before, or the gateway's own. */
export function websiteFor(
  wishes: Wishes,
  config: GatehouseConfig,
  before: OpenedPackage | undefined,
): string | undefined {
  const told = textOf(fieldsOf(before?.manifest.developer).websiteUrl);
  return wishes.website ?? told ?? config.get(GATEWAY).publicUrl;
}

function versionAfter(made: OpenedPackage, before: OpenedPackage | undefined): string {
  if (!before) return '1.0.0';
  const old = before.manifest.version;
  return isSame(made, before) && typeof old === 'string' ? old : nextVersion(old);
}

function detailsOf(
  settings: WorkchatSettings,
  wishes: Wishes & { readonly website: string },
  before: Fields = {},
): AppDetails {
  const short = wishes.name ?? textOf(fieldsOf(before.name).short) ?? 'Assistant';
  const accentBefore = textOf(before.accentColor);
  return {
    id: wishes.id ?? textOf(before.id) ?? packageIdFor(settings.credentials.appId),
    version: wishes.version ?? '1.0.0',
    name: { short, full: wishes.fullName ?? ownFullName(before) ?? short },
    description: descriptionOf(wishes, fieldsOf(before.description), surfacesOf(settings)),
    developer: developerOf(wishes, fieldsOf(before.developer)),
    accentColor:
      wishes.accentColor ??
      (accentBefore !== undefined && ACCENT.test(accentBefore) ? accentBefore : DEFAULT_ACCENT),
  };
}

/** One that only repeats the short name follows that. */
function ownFullName({ name }: Fields): string | undefined {
  const { short, full } = fieldsOf(name);
  return full === short ? undefined : textOf(full);
}

const PLACES: Readonly<Record<Surface, string>> = {
  personal: 'direct messages',
  team: 'team channels',
  groupChat: 'group chats',
};

function descriptionOf(
  wishes: Wishes,
  before: Fields,
  surfaces: readonly Surface[],
): AppDetails['description'] {
  const places = new Intl.ListFormat('en-GB').format(surfaces.map((surface) => PLACES[surface]));
  return {
    short: wishes.description ?? textOf(before.short) ?? 'Talk to the assistant',
    full: wishes.fullDescription ?? textOf(before.full) ?? `Talk to the assistant in ${places}.`,
  };
}

/** Where there is no page of its own for them, privacy and terms lead to the website. */
function developerOf(wishes: Wishes & { readonly website: string }, before: Fields): AppDetails['developer'] {
  const websiteUrl = wishes.website;
  const follows = (url: unknown) => (url === before.websiteUrl ? undefined : textOf(url));
  return {
    name:
      wishes.developer ?? textOf(before.name) ?? (URL.parse(websiteUrl)?.hostname ?? websiteUrl).slice(0, 32),
    websiteUrl,
    privacyUrl: wishes.privacyUrl ?? follows(before.privacyUrl) ?? websiteUrl,
    termsOfUseUrl: wishes.termsUrl ?? follows(before.termsOfUseUrl) ?? websiteUrl,
  };
}

/** Icons that somebody chose stay; those drawn here follow the colour. */
function iconsOf(accent: string, wishes: Wishes, before: OpenedPackage | undefined): OpenedPackage['files'] {
  const color = wishes.colorIcon ?? chosenColorIcon(before);
  return {
    'color.png': color ?? colorIcon(accent),
    'outline.png': wishes.outlineIcon ?? iconIn(before, 'outline') ?? outlineIcon(),
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

/** The bot that a package belongs to. */
export const botIn = ({ manifest }: OpenedPackage): string | undefined =>
  textOf(recordsOf(manifest.bots)[0]?.botId);

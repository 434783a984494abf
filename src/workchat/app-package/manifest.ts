import { createHash } from 'node:crypto';
import type { WorkchatSettings } from '../settings/settings.js';
import { fieldsOf, type JsonRecord, recordsOf } from '../../channels/kit/index.js';
import { type Need, OUR_PERMISSIONS } from './permissions.js';
import { MANIFEST_VERSION } from './schema.js';
import { surfacesOf } from './surfaces.js';

/** The app's visible texts, and the operator's choices. */
export interface AppDetails {
  /** GUID of the package; the same in all its versions. */
  readonly id: string;
  /** major.minor.patch */
  readonly version: string;
  readonly name: { readonly short: string; readonly full: string };
  readonly description: { readonly short: string; readonly full: string };
  readonly developer: {
    readonly name: string;
    readonly websiteUrl: string;
    readonly privacyUrl: string;
    readonly termsOfUseUrl: string;
  };
  /** `#` and six hex digits. */
  readonly accentColor: string;
}

/** A manifest as unchecked JSON. */
export type Manifest = JsonRecord;

const SCHEMA_URL = `https://developer.microsoft.com/en-us/json-schemas/teams/v${MANIFEST_VERSION}/MicrosoftTeams.schema.json`;
/** The documentation of the permissions requires a resource, which may be any text (wire 7.2). */
const RESOURCE = 'https://RscBasedStoreApp';

/**
 * The manifest for these settings (spec 3-workchat, "App manifest").
 * @param needs the permissions to ask for
 * @param before the previous version, whose other content (tabs, domains, permissions of other kinds) stays
 */
export function manifestOf(
  settings: WorkchatSettings,
  details: AppDetails,
  { needs, before = {} }: { readonly needs: readonly Need[]; readonly before?: Manifest },
): Manifest {
  const { appId } = settings.credentials;
  return {
    ...before,
    $schema: SCHEMA_URL,
    manifestVersion: MANIFEST_VERSION,
    version: details.version,
    id: details.id,
    developer: { ...fieldsOf(before.developer), ...details.developer },
    name: details.name,
    description: details.description,
    icons: { ...fieldsOf(before.icons), outline: 'outline.png', color: 'color.png' },
    accentColor: details.accentColor,
    bots: [botOf(settings, recordsOf(before.bots)[0])],
    webApplicationInfo: { resource: RESOURCE, ...fieldsOf(before.webApplicationInfo), id: appId },
    ...authorizationOf(needs, before),
    validDomains: before.validDomains ?? [],
  };
}

function botOf(settings: WorkchatSettings, before: JsonRecord = {}): JsonRecord {
  const scopes = surfacesOf(settings);
  return {
    ...before,
    botId: settings.credentials.appId,
    scopes,
    isNotificationOnly: false,
    supportsCalling: false,
    supportsVideo: false,
    supportsFiles: scopes.includes('personal'),
  };
}

function authorizationOf(needs: readonly Need[], before: Manifest): JsonRecord {
  const others = recordsOf(fieldsOf(fieldsOf(before.authorization).permissions).resourceSpecific).filter(
    ({ name, type }) => type !== 'Application' || !OUR_PERMISSIONS.has(String(name)),
  );
  const resourceSpecific = [...needs.map(({ name }) => ({ name, type: 'Application' })), ...others];
  return resourceSpecific.length === 0 ? {} : { authorization: { permissions: { resourceSpecific } } };
}

/** Names of the permissions a manifest requests, without those of people (`Delegated`). */
export const permissionsIn = (manifest: Manifest): readonly string[] =>
  recordsOf(fieldsOf(fieldsOf(manifest.authorization).permissions).resourceSpecific)
    .filter(({ type }) => type === 'Application')
    .map(({ name }) => String(name));

/**
 * The default GUID of the package: derived from the bot's (RFC 9562, version 5), so that every generated package is the
 * same app.
 */
export function packageIdFor(appId: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(appId.toLowerCase()).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const NAMESPACE = Buffer.from('6f1d7c1c0b0e4d5b9a35c2f6d17a4be8', 'hex');

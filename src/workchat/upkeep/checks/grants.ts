import { errorText, type Finding } from '../../../common/index.js';
import { fieldsOf, parseJson } from '../../../channels/kit/index.js';
import { type DirectoryNeed, directoryNeeds } from '../../app-package/permissions.js';
import type { ApiUse } from '../../service/directory/api-permissions.js';
import type { TokenSource } from '../../service/tokens/token-source.js';
import type { WorkchatSettings } from '../../settings/settings.js';
import { settingAt } from './check-subject.js';

/** A useful permission of the directory, and whether the app has it. */
export interface Grant extends DirectoryNeed {
  /**
   * `in-app`: not granted, but the package requests an equivalent permission for the places where the app is installed.
   */
  readonly state: 'granted' | 'in-app' | 'missing';
}

/** The permissions granted to the app, or why they are not known. */
export type Roles = { readonly names: readonly string[] } | { readonly why: string };

/** Asks for a new token: it names what has been granted until now. */
export async function rolesOf(
  tokens: TokenSource,
  { cloud }: WorkchatSettings,
  signal: AbortSignal,
): Promise<Roles> {
  try {
    const { value } = await tokens.requestToken(new URL(cloud.graphUrl).origin, signal);
    const names = rolesIn(value);
    return names ? { names } : { why: "the directory's token cannot be read" };
  } catch (error) {
    return { why: errorText(error) };
  }
}

/**
 * The directory permissions granted to the app, according to its token for the directory API.
 * @returns undefined for an unreadable token, whose format is up to the directory API
 */
function rolesIn(token: string): readonly string[] | undefined {
  const [, claims = ''] = token.split('.');
  const parsed = parseJson(Buffer.from(claims, 'base64url').toString('utf8'));
  if (parsed === undefined) return undefined;
  const { roles = [] } = fieldsOf(parsed.value);
  return Array.isArray(roles) ? roles.map(String) : undefined;
}

/**
 * @param roles what the directory has granted
 * @param asked the permissions that the package requests where it is installed
 */
export const grantsFor = (
  settings: WorkchatSettings,
  roles: readonly string[],
  asked: readonly string[],
): readonly Grant[] =>
  directoryNeeds(settings).map((need) => ({ ...need, state: stateOf(need, roles, asked) }));

function stateOf(
  { anyOf, inApp }: DirectoryNeed,
  roles: readonly string[],
  asked: readonly string[],
): Grant['state'] {
  if (anyOf.some((name) => roles.includes(name))) return 'granted';
  return inApp !== undefined && asked.includes(inApp) ? 'in-app' : 'missing';
}

/** @param isPackageKnown whether a package was seen; without one, the installed app may ask for what is missing */
export function grantFinding(grants: readonly Grant[], isPackageKnown: boolean): Finding {
  const missing = grants.filter(({ state }) => state === 'missing');
  const needed = missing.filter(({ isRequired, inApp }) => isRequired && (isPackageKnown || !inApp));
  const [first] = needed;
  if (first)
    return {
      state: 'failed',
      message: `needed but not granted: ${namesOf(needed)}`,
      ...settingOf(first.use),
      remedy: `Add them on the app's page (API permissions, application permissions), then grant admin consent. Needed because ${needed.map(({ why }) => why).join('; ')}.`,
    };
  const others = missing.length === 0 ? '' : `; useful but not granted: ${namesOf(missing)}`;
  return { state: 'ok', message: `the app has the permissions that the settings need${others}` };
}

export const unknownGrants = (why: string): Finding => ({
  state: 'unknown',
  message: `the granted permissions are unknown: ${why}`,
  remedy: 'Fix the problem that the credentials check reports first.',
});

const SETTINGS: Partial<Record<ApiUse, string>> = {
  people: 'allowFrom',
  teams: 'teams',
  channels: 'teams',
  uploads: 'docSiteId',
};

function settingOf(use: ApiUse): Pick<Finding, 'setting'> {
  const name = SETTINGS[use];
  return name === undefined ? {} : { setting: settingAt(name) };
}

/** Each once: several uses may need the same permission. */
export const namesOf = (grants: readonly Grant[]): string =>
  [...new Set(grants.map(({ anyOf }) => anyOf[0]))].join(', ');

import type { WorkchatSettings } from '../../settings/settings.js';
import { type DirectoryNeed, directoryNeeds } from '../app-package/permissions.js';
import { fieldsOf, parseJson } from '../../../channels/kit/index.js';
import type { Finding } from './finding.js';

/** A useful permission of the directory, and whether the app has it. */
export interface Grant extends DirectoryNeed {
  /**
   * `in-app`: not granted, but the package requests an equivalent permission for the places where the app is installed.
   */
  readonly state: 'granted' | 'in-app' | 'missing';
}

/**
 * The directory permissions granted to the app, according to its token for the directory API.
 * @returns undefined for an unreadable token, whose format is up to the directory API
 */
export function rolesIn(token: string): readonly string[] | undefined {
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

export function grantFinding(grants: readonly Grant[]): Finding {
  const name = 'permissions';
  const missing = grants.filter(({ state }) => state === 'missing');
  const needed = missing.filter(({ isRequired }) => isRequired);
  if (missing.length === 0)
    return { name, state: 'ok', text: 'the app has what the settings need and can use' };
  const cure =
    'In the directory: app registrations, API permissions, application permissions; then grant admin consent.';
  if (needed.length > 0)
    return { name, state: 'failed', text: `needed and not granted: ${namesOf(needed)}`, cure };
  return { name, state: 'warning', text: `of use and not granted: ${namesOf(missing)}`, cure };
}

export const namesOf = (grants: readonly Grant[]): string => grants.map(({ anyOf }) => anyOf[0]).join(', ');

import type { WorkchatSettings } from '../settings/settings.js';
import { type DirectoryNeed, directoryNeeds } from '../app-package/permissions.js';
import { fieldsOf, parseJson } from '../wire/json.js';
import type { Finding } from './finding.js';

/** A permission of the directory that is of use here, and whether the app has it. */
export interface Grant extends DirectoryNeed {
  readonly isGranted: boolean;
}

/**
 * The permissions of the directory that were granted to the app, as its token for the directory API says.
 * @returns undefined for a token that cannot be read: it is for the directory API, and no business of ours
 */
export function rolesIn(token: string): readonly string[] | undefined {
  const [, claims = ''] = token.split('.');
  const parsed = parseJson(Buffer.from(claims, 'base64url').toString('utf8'));
  if (parsed === undefined) return undefined;
  const { roles = [] } = fieldsOf(parsed.value);
  return Array.isArray(roles) ? roles.map(String) : undefined;
}

export const grantsFor = (settings: WorkchatSettings, roles: readonly string[]): readonly Grant[] =>
  directoryNeeds(settings).map((need) => ({
    ...need,
    isGranted: need.anyOf.some((name) => roles.includes(name)),
  }));

/** @param asked permissions that the package asks for: some do the same where the app is installed */
export function grantFinding(grants: readonly Grant[], asked: readonly string[]): Finding {
  const name = 'permissions';
  const missing = grants.filter(({ isGranted }) => !isGranted).filter((grant) => !hasInstead(grant, asked));
  const needed = missing.filter(({ isRequired }) => isRequired);
  if (missing.length === 0)
    return { name, state: 'ok', text: 'the directory has granted what the settings need and can use' };
  const shown = needed.length > 0 ? needed : missing;
  return {
    name,
    state: needed.length > 0 ? 'failed' : 'warning',
    text: `not granted: ${shown.map(({ anyOf, why }) => `${anyOf[0] ?? ''} (${why})`).join('; ')}`,
    cure: 'In the directory: app registrations, API permissions, application permissions; then grant admin consent.',
  };
}

export const hasInstead = ({ insteadInApp }: DirectoryNeed, asked: readonly string[]): boolean =>
  insteadInApp !== undefined && asked.includes(insteadInApp);

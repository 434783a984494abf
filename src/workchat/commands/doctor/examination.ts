import { errorText } from '../../../common/index.js';
import { checkPackage, type CheckedPackage } from '../app-package/check.js';
import { permissionsIn } from '../app-package/manifest.js';
import { exchange } from '../../service/http.js';
import type { WorkchatSettings } from '../../settings/settings.js';
import type { TokenSource } from '../../service/tokens/token-source.js';
import { fieldsOf, textOf } from '../../../channels/kit/index.js';
import { type Knock, knockAtEndpoint, knockAtListener } from './endpoint.js';
import type { Finding } from './finding.js';
import { type Grant, grantFinding, grantsFor, rolesIn } from './grants.js';

/** The channel under examination, and the means to examine it. */
export interface Patient {
  readonly settings: WorkchatSettings;
  readonly tokens: TokenSource;
  /** The messaging endpoint of the bot, if known. */
  readonly endpoint: string | undefined;
  /** The app package, if there is one. */
  readonly package: { readonly file: string; readonly bytes: Uint8Array } | undefined;
}

/** The findings, which decide the rows of the error table. */
export interface Examination {
  readonly findings: readonly Finding[];
  readonly listener: Knock;
  readonly endpoint: Knock;
  /** Undefined without a readable token of the directory. */
  readonly grants: readonly Grant[] | undefined;
  readonly package: CheckedPackage | undefined;
}

const KEYS_MS = 10_000;

/** Examines everything visible from here. Never throws; ends with the signal, or when its calls time out. */
export async function examine(patient: Patient, signal: AbortSignal): Promise<Examination> {
  const { settings, tokens, endpoint: url } = patient;
  const checked = patient.package && checkPackage(patient.package.bytes, { settings });
  const asked = checked?.opened ? permissionsIn(checked.opened.manifest) : [];
  const [credentials, keys, listener, endpoint, roles] = await Promise.all([
    credentialFinding(tokens, settings, signal),
    keyFinding(settings, signal),
    knockAtListener(settings.webhook, signal),
    knockAtEndpoint(url, settings, signal),
    rolesOf(tokens, settings, signal),
  ]);
  const grants = 'names' in roles ? grantsFor(settings, roles.names, asked) : undefined;
  const granted = grants ? grantFinding(grants) : unknownGrants(roles);
  const findings = [credentials, keys, listener.finding, endpoint.finding, granted];
  return {
    findings: [...findings, packageFinding(patient.package?.file, checked)],
    listener,
    endpoint,
    grants,
    package: checked,
  };
}

async function credentialFinding(
  tokens: TokenSource,
  { cloud }: WorkchatSettings,
  signal: AbortSignal,
): Promise<Finding> {
  const name = 'credentials';
  try {
    await tokens.requestToken(cloud.oauthScope, signal);
    return { name, state: 'ok', text: 'the directory gives the bot a token to answer with' };
  } catch (error) {
    const cure =
      'Check appId, tenantId and the secret of channels.workchat, and whether this machine reaches the directory.';
    return { name, state: 'failed', text: errorText(error), cure };
  }
}

/** Without the keys the platform's calls cannot be distinguished from forged ones, so all are deferred. */
async function keyFinding({ cloud }: WorkchatSettings, signal: AbortSignal): Promise<Finding> {
  const name = 'keys';
  const url = cloud.openIdMetadataUrl;
  const outcome = await exchange({ url, method: 'GET', timeoutMs: KEYS_MS, signal });
  if (outcome.kind === 'answered' && textOf(fieldsOf(outcome.json).jwks_uri) !== undefined)
    return {
      name,
      state: 'ok',
      text: 'the keys that the calls of the platform are signed with can be looked up',
    };
  const detail = outcome.kind === 'answered' ? `HTTP ${outcome.status}` : outcome.detail;
  const cure = 'Let this machine reach that address, by https and without a proxy that wants a login.';
  return { name, state: 'failed', text: `${url} does not tell the keys of the platform (${detail})`, cure };
}

type Roles = { readonly names: readonly string[] } | { readonly why: string };

async function rolesOf(
  tokens: TokenSource,
  { cloud }: WorkchatSettings,
  signal: AbortSignal,
): Promise<Roles> {
  try {
    const { value } = await tokens.requestToken(new URL(cloud.graphUrl).origin, signal);
    const names = rolesIn(value);
    return names ? { names } : { why: 'the token of the directory cannot be read' };
  } catch (error) {
    return { why: errorText(error) };
  }
}

const unknownGrants = (roles: Roles): Finding => ({
  name: 'permissions',
  state: 'unknown',
  text: `which permissions were granted cannot be told: ${'why' in roles ? roles.why : ''}`,
});

function packageFinding(file: string | undefined, checked: CheckedPackage | undefined): Finding {
  const name = 'package';
  if (file === undefined || !checked)
    return {
      name,
      state: 'unknown',
      text: 'no app package was found here',
      cure: 'Make one with gatehouse workchat manifest, or name it with --package <zip>.',
    };
  const errors = checked.problems.filter(({ level }) => level === 'error');
  const cure = `See them all: gatehouse workchat validate ${file}`;
  if (errors.length > 0) return { name, state: 'failed', text: `${file}: ${summary(errors)}`, cure };
  if (checked.problems.length > 0)
    return { name, state: 'warning', text: `${file}: ${summary(checked.problems)}`, cure };
  return { name, state: 'ok', text: `${file} is valid, and fits the settings` };
}

const summary = (problems: CheckedPackage['problems']): string => {
  const [first] = problems;
  const others = problems.length > 1 ? `, and ${problems.length - 1} more` : '';
  return `${first?.field ?? ''} ${first?.message ?? ''}${others}`;
};

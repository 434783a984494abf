import type { Finding } from '../../../common/index.js';
import type { Correction, TokenSource } from '../../service/tokens/token-source.js';
import type { CheckId } from './check-ids.js';
import { ago, type CheckSubject, type PackageFile, type RunningChannel, settingAt } from './check-subject.js';
import { knockAtEndpoint } from './endpoint.js';
import { expiryFindings } from './expiry.js';
import { type Grant, grantFinding, grantsFor, rolesOf, unknownGrants } from './grants.js';
import type { Knock } from './knock.js';
import { knockAtListener } from './listener.js';
import { credentialFinding, keyFinding, platformClockFinding, tokensOf } from './platform.js';
import { CORRECTABLE, type CorrectableReason } from '../../webhook/claims.js';
import { readEntry } from '../../settings/allow-list.js';
import type { ResolvedNames, WorkchatSettings } from '../../settings/settings.js';
import { isTeamName } from '../../settings/teams.js';
import type { CheckedPackage } from '../../app-package/check.js';

/** A package that was read, with the permissions that it requests. */
interface SeenPackage extends CheckedPackage {
  readonly file: string;
  readonly asked: readonly string[];
}

/** Reads and checks the package; what that takes is loaded here. */
async function seePackage({
  settings,
  readPackage,
}: Pick<CheckSubject, 'settings' | 'readPackage'>): Promise<SeenPackage | undefined> {
  const read: PackageFile | undefined = readPackage();
  if (!read) return undefined;
  const [{ checkPackage }, { permissionsIn }] = await Promise.all([
    import('../../app-package/check.js'),
    import('../../app-package/manifest.js'),
  ]);
  const checked = checkPackage(read.bytes, { settings });
  const asked = checked.opened ? permissionsIn(checked.opened.manifest) : [];
  return { ...checked, file: read.file, asked };
}

/**
 * @param isGateway a gateway that runs needs no package: its app is installed, perhaps from elsewhere, so neither a
 * missing nor a wrong one here stops it
 */
function packageFinding(seen: SeenPackage | undefined, isGateway: boolean): Finding {
  if (!seen) return isGateway ? NONE : MISSING;
  const { file, problems } = seen;
  const errors = problems.filter(({ level }) => level === 'error');
  const remedy = `See all problems: \`gatehouse workchat validate ${file}\`. Then create the package again (\`gatehouse workchat manifest\`), upload it and reinstall the app.`;
  if (errors.length > 0)
    return { state: isGateway ? 'warning' : 'failed', message: `${file}: ${summary(errors)}`, remedy };
  if (problems.length > 0) return { state: 'warning', message: `${file}: ${summary(problems)}`, remedy };
  return { state: 'ok', message: `${file} is valid and matches the settings` };
}

const NONE: Finding = { state: 'ok', message: 'no app package is stored here, so none is checked' };

const MISSING: Finding = {
  state: 'unknown',
  message: 'no app package was found here',
  remedy: 'Create one with `gatehouse workchat manifest`, or pass it with `--package <zip>`.',
};

const summary = (problems: CheckedPackage['problems']): string => {
  const [first] = problems;
  const others = problems.length > 1 ? `, and ${problems.length - 1} more` : '';
  return `${first?.field ?? ''} ${first?.message ?? ''}${others}`;
};

/** Names in the settings that the directory has not found, so that they let no one in. */
function nameFindings(settings: WorkchatSettings, names: ResolvedNames): readonly Finding[] {
  const people = (list: readonly string[]) =>
    list
      .map(readEntry)
      .flatMap((entry) => (entry.kind === 'name' && !names.people.has(entry.name) ? [entry.name] : []));
  const found = [
    unmatched('allowFrom', people(settings.allowFrom)),
    // Without a list of its own, that of groups is the other one.
    unmatched('groupAllowFrom', people(settings.config.groupAllowFrom ?? [])),
    unmatched('teams', placesIn(settings, names)),
  ].flat();
  return found.length > 0
    ? found
    : [{ state: 'ok', message: 'the directory knows all names in the settings' }];
}

function placesIn({ teams = {} }: WorkchatSettings, names: ResolvedNames): readonly string[] {
  return Object.entries(teams).flatMap(([team, { channels = {} }]) => {
    if (isTeamName(team) && !names.teams.has(team)) return [team];
    const known = names.channels.get(team);
    const lost = Object.keys(channels).filter((channel) => isTeamName(channel) && !known?.has(channel));
    return lost.map((channel) => `${team}/${channel}`);
  });
}

const unmatched = (setting: string, names: readonly string[]): readonly Finding[] =>
  names.length === 0
    ? []
    : [
        {
          state: 'warning',
          message: `not found in the directory, so they have no effect: ${names.map((name) => `'${name}'`).join(', ')}`,
          setting: settingAt(setting),
          remedy:
            'Correct the name, or use the ID instead. `gatehouse logs --level warn` shows why each name was not found.',
        },
      ];

const CLOCK: Correction = {
  remedy: 'Synchronize the clock of this machine: `timedatectl set-ntp true`.',
};

const CORRECTIONS: Readonly<Record<CorrectableReason, Correction>> = {
  [CORRECTABLE.audience]: {
    setting: 'appId',
    remedy:
      'A different bot is calling this address. Set its app ID, or remove this address from its messaging endpoint.',
  },
  [CORRECTABLE.ended]: CLOCK,
  [CORRECTABLE.early]: CLOCK,
  [CORRECTABLE.serviceUrl]: {
    setting: 'cloud',
    remedy: 'The bot belongs to another cloud. Set the cloud in which it was created.',
  },
  [CORRECTABLE.tenant]: {
    setting: 'tenantId',
    remedy:
      'Set the directory of the people who write. If they belong to another organization, it needs a separate bot.',
  },
};

/**
 * Calls that were refused since the last one that was accepted. A warning only: until its signature is verified, anyone
 * may have sent it.
 */
function callFinding({ calledAt, refused }: RunningChannel, now: number): Finding {
  if (refused) {
    const { setting, remedy } = CORRECTIONS[refused.reason];
    return {
      state: 'warning',
      message: `a call claiming to be from the platform was rejected ${ago(refused.at, now)}: ${refused.reason}`,
      remedy,
      ...(setting !== undefined && { setting: settingAt(setting) }),
    };
  }
  const last = calledAt === undefined ? '' : `; the last one came ${ago(calledAt, now)}`;
  return { state: 'ok', message: `no calls from the platform are rejected${last}` };
}

/** Seen by the checks besides their findings; absent where one has not run, or was cut off. */
export interface Seen {
  readonly listener?: Knock;
  readonly endpoint?: Knock;
  readonly grants?: readonly Grant[];
  readonly package?: SeenPackage;
}

type Look = (signal: AbortSignal) => Promise<readonly Finding[]>;

/** Looks at the channel, for the gateway and for `gatehouse workchat doctor`, and keeps what it has seen. */
export class Examination {
  private found: Seen = {};
  private reading: Promise<SeenPackage | undefined> | undefined;
  private readonly looks: Readonly<Record<CheckId, Look>>;

  constructor(private readonly subject: CheckSubject) {
    const { settings, clock, gateway } = subject;
    const tokens = tokensOf(settings, clock);
    this.looks = {
      credentials: async (signal) => [await credentialFinding(tokens, settings, signal)],
      expiry: (signal) => expiryFindings(tokens, settings, clock, signal),
      clock: async (signal) => [await platformClockFinding(settings, clock, signal)],
      keys: async (signal) => [await keyFinding(settings, signal)],
      listener: async (signal) => [await this.listener(signal)],
      endpoint: async (signal) => [await this.endpoint(signal)],
      calls: async () => (gateway ? [callFinding(gateway, clock.now())] : []),
      permissions: async (signal) => [await this.permissions(tokens, signal)],
      names: async () => (gateway ? nameFindings(settings, gateway.names) : []),
      package: async () => [await this.package()],
    };
  }

  get seen(): Seen {
    return this.found;
  }

  /** Ends with the signal. */
  look(id: CheckId, signal: AbortSignal): Promise<readonly Finding[]> {
    return this.looks[id](signal);
  }

  private async listener(signal: AbortSignal): Promise<Finding> {
    const listener = await knockAtListener(this.subject, signal);
    this.found = { ...this.found, listener };
    return listener.finding;
  }

  private async endpoint(signal: AbortSignal): Promise<Finding> {
    const endpoint = await knockAtEndpoint(this.subject, signal);
    this.found = { ...this.found, endpoint };
    return endpoint.finding;
  }

  private async permissions(tokens: TokenSource, signal: AbortSignal): Promise<Finding> {
    const { settings } = this.subject;
    const [roles, seen] = await Promise.all([
      rolesOf(tokens, settings, signal),
      // A package that cannot be read is the finding of its own check.
      this.read().catch(() => undefined),
    ]);
    if ('why' in roles) return unknownGrants(roles.why);
    const grants = grantsFor(settings, roles.names, seen?.asked ?? []);
    this.found = { ...this.found, grants };
    return grantFinding(grants, seen?.opened !== undefined);
  }

  private async package(): Promise<Finding> {
    const seen = await this.read();
    if (seen) this.found = { ...this.found, package: seen };
    return packageFinding(seen, this.subject.gateway !== undefined);
  }

  private read(): Promise<SeenPackage | undefined> {
    return (this.reading ??= seePackage(this.subject));
  }
}

import type { Finding } from '../../../common/index.js';
import type { TokenSource } from '../../service/tokens/token-source.js';
import { callFinding } from './calls.js';
import type { CheckId } from './check-ids.js';
import type { CheckSubject } from './check-subject.js';
import { knockAtEndpoint } from './endpoint.js';
import { expiryFindings } from './expiry.js';
import { type Grant, grantFinding, grantsFor, rolesOf, unknownGrants } from './grants.js';
import type { Knock } from './knock.js';
import { knockAtListener } from './listener.js';
import { nameFindings } from './names.js';
import { packageFinding, seePackage, type SeenPackage } from './package.js';
import { credentialFinding, keyFinding, platformClockFinding, tokensOf } from './platform.js';

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

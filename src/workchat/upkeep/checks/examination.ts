import type { Check, Finding } from '../../../common/index.js';
import { callFinding } from './calls.js';
import type { CheckSubject } from './check-subject.js';
import { knockAtEndpoint } from './endpoint.js';
import { expiryFindings } from './expiry.js';
import { type Grant, grantFinding, grantsFor, rolesOf, unknownGrants } from './grants.js';
import type { Knock } from './knock.js';
import { knockAtListener } from './listener.js';
import { nameFindings } from './names.js';
import { packageFinding, seePackage, type SeenPackage } from './package.js';
import { credentialFinding, keyFinding, platformClockFinding, tokensOf } from './platform.js';

/** What the checks saw besides their findings; absent where a check has not run, or was cut off. */
export interface Seen {
  readonly listener?: Knock;
  readonly endpoint?: Knock;
  readonly grants?: readonly Grant[];
  readonly package?: SeenPackage;
}

/** The checks of the channel, for the gateway and for `gatehouse workchat doctor`, and what they have seen. */
export class Examination {
  private found: Seen = {};
  private reading: Promise<SeenPackage | undefined> | undefined;

  constructor(private readonly subject: CheckSubject) {}

  get seen(): Seen {
    return this.found;
  }

  /** In the order in which a person would look. */
  get checks(): readonly Check[] {
    const { settings, clock, gateway } = this.subject;
    const tokens = tokensOf(settings, clock);
    return [
      one('credentials', (signal) => credentialFinding(tokens, settings, signal)),
      { id: 'expiry', run: (signal) => expiryFindings(tokens, settings, clock, signal) },
      one('clock', (signal) => platformClockFinding(settings, clock, signal)),
      one('keys', (signal) => keyFinding(settings, signal)),
      one('listener', (signal) => this.listener(signal)),
      one('endpoint', (signal) => this.endpoint(signal)),
      ...(gateway ? [one('calls', async () => callFinding(gateway, clock.now()))] : []),
      one('permissions', (signal) => this.permissions(signal)),
      ...(gateway ? [{ id: 'names', run: async () => nameFindings(settings, gateway.names) }] : []),
      one('package', () => this.package()),
    ];
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

  private async permissions(signal: AbortSignal): Promise<Finding> {
    const { settings, clock } = this.subject;
    const [roles, seen] = await Promise.all([
      rolesOf(tokensOf(settings, clock), settings, signal),
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

const one = (id: string, look: (signal: AbortSignal) => Promise<Finding>): Check => ({
  id,
  run: async (signal) => [await look(signal)],
});

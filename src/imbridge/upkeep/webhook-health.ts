import { callOwnWebhook } from './self-test.js';
import type { RegistrationOutcome, WebhookTarget } from './webhook-registration.js';

/** How often a webhook is tried again that did not come through. */
const LOOK_AGAIN_MS = 30_000;
/** An event that came says more than any test, for so long. */
const PROVEN_MS = 10 * 60_000;
/** And more than a test that got no answer: behind a router without hairpin NAT none ever does. */
const TRUSTED_MS = 24 * 60 * 60_000;

/** Whether what the bridge sends reaches us: by what has come, else by a call of our own. */
export class WebhookHealth {
  /** For an operator: what is wrong and what to do; undefined while nothing is known to be. */
  problem: string | undefined;
  private arrivedAt = -Infinity;
  private lookedAt = -Infinity;

  constructor(
    private readonly target: WebhookTarget,
    /** Told when the problem has come, changed or gone. */
    private readonly changed: () => void,
  ) {}

  /** Whether a problem is to be looked at again. */
  get isDue(): boolean {
    return this.problem !== undefined && performance.now() - this.lookedAt >= LOOK_AGAIN_MS;
  }

  /** An event of the bridge is here. */
  arrived(): void {
    this.arrivedAt = performance.now();
    this.set(undefined);
  }

  /** Another replica has the duty, and looks itself. */
  leave(): void {
    this.set(undefined);
  }

  async look(registration: RegistrationOutcome): Promise<void> {
    this.lookedAt = performance.now();
    const problem = await this.find(registration);
    this.set(this.hasHeardWithin(PROVEN_MS) ? undefined : problem);
  }

  private hasHeardWithin(ms: number): boolean {
    return performance.now() - this.arrivedAt < ms;
  }

  private async find(registration: RegistrationOutcome): Promise<string | undefined> {
    if (this.hasHeardWithin(PROVEN_MS) || registration === 'by-hand') return undefined;
    if (registration === 'failed')
      return 'The webhook could not be registered with the bridge; it is tried again.';
    if (registration === 'missing')
      return (
        'The bridge has no webhook that leads here, and where it reaches this gateway is not known: ' +
        `set gateway.publicUrl, or enter https://<gateway>${this.target.path}?password=<webhookSecret> in the bridge.`
      );
    const origin = await this.target.origin();
    const fault = origin === undefined ? undefined : await callOwnWebhook(origin, this.target);
    if (fault?.kind === 'no-answer' && this.hasHeardWithin(TRUSTED_MS)) return undefined;
    return fault?.text;
  }

  private set(problem: string | undefined): void {
    if (problem === this.problem) return;
    this.problem = problem;
    this.changed();
  }
}

import { callOwnWebhook } from './self-test.js';
import type { RegistrationOutcome, WebhookTarget } from './webhook-registration.js';

/** The interval for retrying a failed test of the webhook. */
const LOOK_AGAIN_MS = 30_000;
/** For this time a received event counts more than a failed test, ms. */
const PROVEN_MS = 10 * 60_000;
/** The same after a test without an answer, which is normal behind a router without hairpin NAT. */
const TRUSTED_MS = 24 * 60 * 60_000;

const DOUBTED =
  'The bridge has a message that it did not announce here: the registration of the webhook is being checked.';

/** Judges whether the bridge's events reach us: by received events, otherwise by a call of our own. */
export class WebhookHealth {
  /** The problem and its remedy for an operator; undefined while none is known. */
  problem: string | undefined;
  private arrivedAt = -Infinity;
  private lookedAt = -Infinity;
  private doubtedAt = -Infinity;

  constructor(
    private readonly target: WebhookTarget,
    /** Called when the problem appears, changes or disappears. */
    private readonly changed: () => void,
  ) {}

  /** Whether a problem must be checked again. */
  get isDue(): boolean {
    return this.problem !== undefined && performance.now() - this.lookedAt >= LOOK_AGAIN_MS;
  }

  /** Records an event of the bridge. */
  arrived(): void {
    this.arrivedAt = performance.now();
    this.set(undefined);
  }

  /** Notes that the bridge has not announced a message: what has arrived before proves nothing any more. */
  doubt(): void {
    this.doubtedAt = performance.now();
    this.set(DOUBTED);
  }

  /** Stops judging, because another replica now has the duty and does the checks. */
  leave(): void {
    this.set(undefined);
  }

  async look(registration: RegistrationOutcome): Promise<void> {
    this.lookedAt = performance.now();
    const problem = await this.find(registration);
    this.set(this.isProven ? undefined : problem);
  }

  private get isProven(): boolean {
    return this.arrivedAt > this.doubtedAt && this.hasHeardWithin(PROVEN_MS);
  }

  private hasHeardWithin(ms: number): boolean {
    return performance.now() - this.arrivedAt < ms;
  }

  private async find(registration: RegistrationOutcome): Promise<string | undefined> {
    if (this.isProven || registration === 'by-hand') return undefined;
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

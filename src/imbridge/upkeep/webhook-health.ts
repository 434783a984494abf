import { callOwnWebhook, type SelfTestLimits, type WebhookFault } from './self-test.js';
import type { RegistrationOutcome, WebhookTarget } from './webhook-registration.js';

/** The interval for retrying a failed test of the webhook. */
const LOOK_AGAIN_MS = 30_000;
/** For this time a received event counts more than a failed test, ms. */
const PROVEN_MS = 10 * 60_000;
/** The same after a test without an answer, which is normal behind a router without hairpin NAT. */
const TRUSTED_MS = 24 * 60 * 60_000;

/** The number of fetches in a row that must each have found a message that no webhook brought. */
const PROVEN_LOSSES = 2;

const DOUBTED =
  'The bridge has a message that it did not announce here. The gateway is checking the webhook registration.';

/** Judges whether the bridge's events reach us: by received events, otherwise by a call of our own. */
export class WebhookHealth {
  /** The problem and its remedy for an operator; undefined while none is known. */
  problem: string | undefined;
  private arrivedAt = -Infinity;
  private lookedAt = -Infinity;
  private doubtedAt = -Infinity;
  private losses = 0;

  constructor(
    private readonly target: WebhookTarget,
    /** Called when the problem appears, changes or disappears. */
    private readonly changed: () => void,
  ) {}

  /** Whether a problem must be checked again. */
  get isDue(): boolean {
    return this.problem !== undefined && performance.now() - this.lookedAt >= LOOK_AGAIN_MS;
  }

  /** How long ago the last event came, ms; undefined while none has come to this process. */
  get sinceEventMs(): number | undefined {
    return this.arrivedAt === -Infinity ? undefined : performance.now() - this.arrivedAt;
  }

  /** Whether a message has come only by asking the bridge, and no event since. */
  get isDoubted(): boolean {
    return this.losses > 0;
  }

  /** Records an event of the bridge. */
  arrived(): void {
    this.arrivedAt = performance.now();
    this.losses = 0;
    this.set(undefined);
  }

  /** Notes that the bridge has not announced a message: what has arrived before proves nothing any more. */
  doubt(): void {
    this.doubtedAt = performance.now();
    this.losses++;
    this.set(DOUBTED);
  }

  /** Stops judging, because another replica now has the duty and does the checks. */
  leave(): void {
    this.losses = 0;
    this.set(undefined);
  }

  async look(registration: RegistrationOutcome): Promise<void> {
    this.lookedAt = performance.now();
    const fault = await this.find(registration);
    this.set(this.isProven || !fault ? undefined : textOf(fault));
  }

  /**
   * Looks for a fault of a webhook that is registered.
   * @param limits of the call of our own webhook
   */
  async fault(limits?: SelfTestLimits): Promise<WebhookFault | undefined> {
    if (this.isProven) return undefined;
    const origin = await this.target.origin();
    const fault = origin === undefined ? undefined : await callOwnWebhook(origin, this.target, limits);
    if (fault?.kind === 'no-answer' && this.hasHeardWithin(TRUSTED_MS) && !this.isDoubted) return undefined;
    return fault ?? (this.losses >= PROVEN_LOSSES ? lossAt(origin, this.target) : undefined);
  }

  private get isProven(): boolean {
    return this.arrivedAt > this.doubtedAt && this.hasHeardWithin(PROVEN_MS);
  }

  private hasHeardWithin(ms: number): boolean {
    return performance.now() - this.arrivedAt < ms;
  }

  private async find(registration: RegistrationOutcome): Promise<WebhookFault | undefined> {
    if (this.isProven) return undefined;
    switch (registration) {
      case 'failed':
        return UNREGISTERED;
      case 'missing':
        return missingAt(this.target);
      case 'by-hand':
      case 'registered':
        return this.fault();
    }
  }

  private set(problem: string | undefined): void {
    if (problem === this.problem) return;
    this.problem = problem;
    this.changed();
  }
}

/** In one sentence, for the state of the account. */
const textOf = ({ what, remedy }: WebhookFault): string =>
  `${what}: ${remedy.charAt(0).toLowerCase()}${remedy.slice(1)}`;

const UNREGISTERED: WebhookFault = {
  kind: 'unregistered',
  what: 'The webhook could not be registered with the bridge',
  remedy: 'The gateway will try again.',
};

export const missingAt = ({ path }: Pick<WebhookTarget, 'path'>): WebhookFault => ({
  kind: 'unregistered',
  what: 'The bridge has no webhook for this gateway, and the address at which it can reach this gateway is unknown',
  remedy: `Set webhookUrl or gateway.publicUrl, or enter https://<gateway>${path}?password=<webhookSecret> in the bridge.`,
});

/** The last messages came only by asking for them, although the webhook is registered and can be called from here. */
export const lossAt = (origin: string | undefined, { path }: Pick<WebhookTarget, 'path'>): WebhookFault => ({
  kind: 'unannounced',
  what: 'The webhook is registered, but events from the bridge do not arrive, so messages are late',
  remedy:
    `On the Mac, \`curl -X POST ${origin ?? 'https://<gateway>'}${path}\` must reach the gateway: ` +
    'check the firewall, gateway.publicUrl, the path in a proxy, and the webhook secret.',
});

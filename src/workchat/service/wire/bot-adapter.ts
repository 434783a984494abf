import type { Activity, InvokeAnswer } from './activity.js';

/** A token's claims about the call it came with, before anybody has verified it. */
export interface Claimed {
  /** The claim `serviceurl`, which the activity has to repeat (wire 2.1). */
  readonly serviceUrl: string;
  /** The channel its key must be endorsed for. */
  readonly channelId: string;
}

/** Proof of a verified token; only the adapter that made it looks inside. */
export interface Admission {
  readonly isAdmitted: true;
}

/** The token is not good. The reason is for the log: the caller learns no more than that. */
export class TokenRefused extends Error {}

/** The token cannot be verified: the keys cannot be fetched. The platform should come again. */
export class KeysUnavailable extends Error {}

/** The HTTP answer to a call. */
export interface CallAnswer {
  readonly status: number;
  readonly body?: unknown;
}

/**
 * The bot framework's library, as far as this connector goes by it. Whoever takes its place is one new folder.
 * Sending is not among it: `service/` speaks to the connector service itself (ADR 0025).
 */
export interface BotAdapter {
  /**
   * Verifies signature, issuer, audience, times and endorsement, from the header alone.
   * @throws TokenRefused, KeysUnavailable
   */
  verify(authorization: string, claimed: Claimed): Promise<Admission>;
  /**
   * Runs `handle` on an activity that was let in, and makes of its answer what the platform wants to see for this
   * kind of activity (wire 1.18). Throws what `handle` throws.
   */
  receive(
    admission: Admission,
    activity: Activity,
    handle: (activity: Activity) => Promise<InvokeAnswer | undefined>,
  ): Promise<CallAnswer>;
}

/** The settings an adapter needs to verify. */
export interface AdapterSettings {
  readonly appId: string;
  readonly tenantId: string;
  readonly openIdMetadataUrl: string;
  readonly tokenIssuer: string;
  readonly loginUrl: string;
  readonly oauthScope: string;
}

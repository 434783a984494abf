import type { Activity, InvokeAnswer } from './activity.js';

/** A token's unverified claims about its call. */
export interface Claimed {
  /** The claim `serviceurl`, which must match the activity (wire 2.1). */
  readonly serviceUrl: string;
  /** The channel its key must be endorsed for. */
  readonly channelId: string;
}

/** Proof of a verified token; only the adapter that made it looks inside. */
export interface VerifiedToken {
  readonly isAdmitted: true;
}

/** The token is invalid. The reason is for the log only, not for the caller. */
export class TokenRefused extends Error {}

/** The token names a key that is not among the known keys of the platform. */
export class KeyUnknown extends TokenRefused {}

/** The token cannot be verified because the keys cannot be fetched. The platform should retry. */
export class KeysUnavailable extends Error {}

/** The HTTP answer to a call. */
export interface CallAnswer {
  readonly status: number;
  readonly body?: unknown;
}

/**
 * The part of the bot framework's library that this connector uses. Replacing it takes one new folder. Sending is not
 * part of it: `service/` calls the connector service itself (ADR 0025).
 */
export interface BotAdapter {
  /**
   * Verifies signature, issuer, audience, times and endorsement, from the header alone.
   * @throws TokenRefused, KeyUnknown, KeysUnavailable
   */
  verify(authorization: string, claimed: Claimed): Promise<VerifiedToken>;
  /**
   * Does the same with the keys that the platform publishes now. They are fetched at most once a minute, because anyone
   * can name an unknown key.
   * @throws TokenRefused; KeysUnavailable also when the last fetch is too recent
   */
  verifyAnew(authorization: string, claimed: Claimed): Promise<VerifiedToken>;
  /**
   * Runs `handle` on a verified activity, and turns its result into the HTTP answer for this kind of activity (wire
   * 1.18). Throws what `handle` throws.
   */
  receive(
    admission: VerifiedToken,
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

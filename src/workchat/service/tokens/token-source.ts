import type { PlatformCall } from '../http.js';
import { type HttpOutcome } from '../../../channels/kit/index.js';

/** An access token. */
export interface AccessToken {
  readonly value: string;
  /** The validity from the time of the request, ms. */
  readonly goodForMs: number;
}

/** The way out of a refusal, for a person. */
export interface Correction {
  /** The setting of the channel that decides, below `channels.workchat`; absent where none does. */
  readonly setting?: string;
  /** In sentences. */
  readonly remedy: string;
}

/** The reason there is no token. `refused`: a person must correct something, which the text names. */
export class NoToken extends Error {
  constructor(
    readonly kind: 'refused' | 'unreachable',
    message: string,
    /** For the refusals that operators are likely to see. */
    readonly correction?: Correction,
  ) {
    super(message);
  }
}

/** The source of tokens: the directory, or the machine itself. */
export interface TokenSource {
  /**
   * @param resource without `/.default`
   * @throws NoToken
   */
  requestToken(resource: string, signal: AbortSignal): Promise<AccessToken>;
}

export type Exchange = (call: PlatformCall) => Promise<HttpOutcome>;

/** Authenticates the bot with form fields, besides those of every token request. @throws NoToken */
export type ClientAuthentication = (signal: AbortSignal) => Promise<Readonly<Record<string, string>>>;

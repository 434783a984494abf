import type { HttpCall, HttpOutcome } from '../http/exchange.js';

/** A token to call others with. */
export interface AccessToken {
  readonly value: string;
  /** How long it is good from when it was asked for, ms. */
  readonly goodForMs: number;
}

/** Why there is no token. `refused`: a person has to put something right; the text says what. */
export class NoToken extends Error {
  constructor(
    readonly kind: 'refused' | 'unreachable',
    message: string,
  ) {
    super(message);
  }
}

/** Where tokens come from: the directory, or the machine itself. */
export interface TokenSource {
  /**
   * @param resource for what, without `/.default`
   * @throws NoToken
   */
  ask(resource: string, signal: AbortSignal): Promise<AccessToken>;
}

export type Exchange = (call: HttpCall) => Promise<HttpOutcome>;

/** Proves who the bot is: form fields beside those every request for a token has. @throws NoToken */
export type ClientAuthentication = (signal: AbortSignal) => Promise<Readonly<Record<string, string>>>;

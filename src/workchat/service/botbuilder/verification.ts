import { AsyncLocalStorage } from 'node:async_hooks';
import { errorText, withTimeout } from '../../../common/index.js';
import { LOOK_UP_MS } from '../wire/activity.js';
import { KeysUnavailable, KeyUnknown, TokenRefused } from '../wire/bot-adapter.js';

/** The library's error when the keys, or the document that names them, are answered with a fault. */
const INTERNAL = 500;
/** The library's words for a key that it does not know: the only sign, because its other refusals have one class. */
const UNKNOWN_KEY = 'Signing Key could not be retrieved.';

const silenced = new AsyncLocalStorage<true>();
const { error: printError } = console;
Object.assign(console, {
  error: (...parts: unknown[]) => {
    if (!silenced.getStore()) printError.apply(console, parts);
  },
});

/**
 * Verifies within a time limit. While there are no keys only one call at a time waits for them, and all others are
 * refused at once: the library begins a fetch without a time-out for each, so that anyone who knows the bot's id could
 * pile them up.
 */
export class Verifications {
  private areKeysMissing = false;
  private isWaiting = false;

  /** @throws TokenRefused, KeyUnknown, KeysUnavailable */
  async admit<T>(verify: () => Promise<T>): Promise<T> {
    if (!this.areKeysMissing) return this.verified(verify);
    if (this.isWaiting) throw new KeysUnavailable('an earlier call still waits for them');
    this.isWaiting = true;
    return this.verified(verify).finally(() => (this.isWaiting = false));
  }

  private async verified<T>(verify: () => Promise<T>): Promise<T> {
    try {
      const result = await inTime(quietly(verify));
      this.areKeysMissing = false;
      return result;
    } catch (error) {
      const refusal = refusalOf(error);
      this.areKeysMissing = refusal instanceof KeysUnavailable;
      throw refusal;
    }
  }
}

/**
 * The library prints every refused token with the keys, so anyone who knows the bot's id could fill the log. The
 * webhook logs refusals instead.
 */
const quietly = <T>(verify: () => Promise<T>): Promise<T> => silenced.run(true, verify);

/** A time limit of ours, because the library fetches the keys without one (wire 2.7). */
const inTime = <T>(verifying: Promise<T>): Promise<T> =>
  withTimeout(verifying, LOOK_UP_MS, () => {
    throw new KeysUnavailable('no keys in time');
  });

/**
 * Classifies errors by their source: the library throws its own error with a status, the errors of its HTTP client, and
 * those of the signature check. Only the first two can mean that there are no keys (wire 2.2, 2.7).
 */
function refusalOf(error: unknown): TokenRefused | KeysUnavailable {
  if (error instanceof KeysUnavailable) return error;
  const { name, statusCode, code, type } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const isFetchFault = name === 'FetchError' || type === 'system' || typeof code === 'string';
  if (statusCode === INTERNAL || isFetchFault) return new KeysUnavailable(errorText(error));
  return new (errorText(error) === UNKNOWN_KEY ? KeyUnknown : TokenRefused)(errorText(error));
}

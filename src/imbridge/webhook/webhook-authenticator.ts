import type { IncomingMessage } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { Clock, FailureLimiter, isLocalProgram } from '../../common/index.js';
import type { ImbridgeAccount } from '../account/account.js';
import type { WebhookEndpoint } from '../account/accounts.js';
import { comparable, credentialsOf, matches } from '../settings/credentials.js';
import { retryAfter, WebhookRefusal } from '../../channels/kit/index.js';

/**
 * After this many wrong or missing secrets from one address per minute, only correct long secrets from it are accepted.
 */
export const REFUSALS_PER_MINUTE = 60;
/** After this many from all addresses together per minute, addresses without an earlier correct secret are refused. */
export const REFUSALS_OF_ALL_PER_MINUTE = 600;
const ALL = 'all';
/** The maximum number of remembered addresses with a correct secret; a bridge has one, or a few. */
const MOST_KNOWN = 100;

/**
 * Admits a webhook by its secret, before a byte of the body is read (wire 5.1, DESIGN 7). A caller that fails too often
 * is shut out by address. Behind a tunnel that is the bridge's address too, so a correct long secret is accepted all
 * the same. When many addresses fail, they may be guessing a short secret together, so a short one is accepted only
 * from an address that has presented it before (wire 6.4, CVE-2026-35623).
 */
@Injectable()
export class WebhookAuthenticator {
  private readonly logger = new Logger('ImbridgeWebhook');
  private readonly failures: FailureLimiter;
  private readonly failuresOfAll: FailureLimiter;
  private readonly known = new Set<string>();

  constructor(clock: Clock) {
    this.failures = new FailureLimiter(clock, REFUSALS_PER_MINUTE);
    this.failuresOfAll = new FailureLimiter(clock, REFUSALS_OF_ALL_PER_MINUTE);
  }

  /** @returns the account that the request is admitted for. @throws WebhookRefusal 401 or 429. */
  authenticate(request: IncomingMessage, address: string, endpoint: WebhookEndpoint): ImbridgeAccount {
    const caller = callerOf(request, endpoint);
    const wait = this.waitOf(address, caller);
    if (wait > 0) throw new WebhookRefusal(429, 'too many refused requests', { headers: retryAfter(wait) });
    if (!caller) return this.refuse(address);
    if (caller.by === 'short-secret') this.noteKnown(address);
    return caller.account;
  }

  /**
   * Seconds that the address still has to wait. A secret that cannot be guessed proves who is calling, so it has no
   * wait.
   */
  private waitOf(address: string, caller: KnownCaller | undefined): number {
    if (caller?.by === 'long-secret') return 0;
    const wait = this.failures.blockedForSeconds(address);
    if (wait > 0 || caller?.by === 'local' || this.known.has(address)) return wait;
    return this.failuresOfAll.blockedForSeconds(ALL);
  }

  private noteKnown(address: string): void {
    this.known.delete(address);
    this.known.add(address);
    const [oldest] = this.known;
    if (this.known.size > MOST_KNOWN && oldest !== undefined) this.known.delete(oldest);
  }

  /** Logs only the first refusal per minute and the one that blocks an address. */
  private refuse(address: string): never {
    const count = this.failures.failed(address);
    if (count === 1) this.logger.warn(`webhook from ${address} rejected: secret wrong, missing or ambiguous`);
    if (this.failures.blockedForSeconds(address) > 0) {
      this.logger.warn(`webhooks from ${address} are rejected for up to a minute after ${count} failures`);
    }
    if (this.failuresOfAll.failed(ALL) === REFUSALS_OF_ALL_PER_MINUTE) {
      this.logger.warn(
        `webhooks from new addresses are rejected for up to a minute, except with a long secret, after ${REFUSALS_OF_ALL_PER_MINUTE} failures`,
      );
    }
    throw new WebhookRefusal(401, 'unauthorized');
  }
}

interface KnownCaller {
  readonly account: ImbridgeAccount;
  /** A long secret is one that cannot be guessed; `local` means a program of this machine (the localhost rule). */
  readonly by: 'long-secret' | 'short-secret' | 'local';
}

/** Exactly one account must match. The localhost rule never makes up for a wrong credential. */
function callerOf(request: IncomingMessage, endpoint: WebhookEndpoint): KnownCaller | undefined {
  const presented = credentialsOf(request);
  if (presented.length === 0) {
    return endpoint.local && isLocalProgram(request) ? { account: endpoint.local, by: 'local' } : undefined;
  }
  const forms = presented.map(comparable);
  const hits = endpoint.accounts.filter(({ secret }) => matches(secret, forms));
  const [hit] = hits;
  if (!hit || hits.length > 1) return undefined;
  return { account: hit.account, by: hit.isLong ? 'long-secret' : 'short-secret' };
}

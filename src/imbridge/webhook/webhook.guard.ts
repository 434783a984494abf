import { type CanActivate, type ExecutionContext, Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { Clock, FailureLimiter, isLocalProgram } from '../../common/index.js';
import type { ImbridgeAccount } from '../imbridge.account.js';
import type { WebhookEndpoint } from '../imbridge.accounts.js';
import { credentialsOf, digestOf, matches } from '../settings/credentials.js';
import { WebhookRefusal } from './refusal.js';
import { endpointOf } from './webhook-paths.js';

/** Wrong or missing secrets of one address before all but long right ones are turned away. */
const REFUSALS_PER_MINUTE = 60;

const authenticated = new WeakMap<Request, ImbridgeAccount>();

/** The account the guard let this request in for. */
export function accountOf(request: Request): ImbridgeAccount {
  const account = authenticated.get(request);
  if (!account) throw new WebhookRefusal(401, 'unauthorized');
  return account;
}

/**
 * Lets a webhook in by its secret, before a byte of the body is read (wire 5.1, DESIGN 7). Who fails too often
 * is shut out by address; behind a tunnel that is the bridge's address too, so a long secret passes all the same.
 */
@Injectable()
export class ImbridgeWebhookGuard implements CanActivate {
  private readonly logger = new Logger(ImbridgeWebhookGuard.name);
  private readonly failures: FailureLimiter;

  constructor(clock: Clock) {
    this.failures = new FailureLimiter(clock, REFUSALS_PER_MINUTE);
  }

  /** @throws WebhookRefusal 401, 404 or 429. */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const address = request.ip ?? request.socket.remoteAddress ?? '';
    const wait = this.failures.blockedForSeconds(address);
    const endpoint = endpointOf(request);
    if (!endpoint) throw new WebhookRefusal(404, 'not found');
    const admission = admit(endpoint, request);
    // While the address is shut out, only a secret that nobody can guess says who is there.
    if (wait > 0 && admission?.isProven !== true)
      throw new WebhookRefusal(429, 'too many refused requests', wait);
    if (!admission) return this.refuse(address);
    authenticated.set(request, admission.account);
    return true;
  }

  /** A line for the first refusal of a minute and for the one that blocks the address: no more, whatever comes. */
  private refuse(address: string): never {
    const count = this.failures.failed(address);
    if (count === 1) this.logger.warn(`webhook refused for ${address}: secret wrong, missing or ambiguous`);
    if (this.failures.blockedForSeconds(address) > 0) {
      this.logger.warn(`webhooks of ${address} shut out for up to a minute: ${count} refused`);
    }
    throw new WebhookRefusal(401, 'unauthorized');
  }
}

interface Admission {
  readonly account: ImbridgeAccount;
  /** By a secret too long to be guessed. */
  readonly isProven: boolean;
}

/** Exactly one account must match; a credential that is there and wrong is never made good by the localhost rule. */
function admit(endpoint: WebhookEndpoint, request: Request): Admission | undefined {
  const presented = credentialsOf(request);
  if (presented.length === 0) {
    return endpoint.local && isLocalProgram(request)
      ? { account: endpoint.local, isProven: false }
      : undefined;
  }
  const digests = presented.map(digestOf);
  const hits = endpoint.accounts.filter(({ secret }) => matches(secret, digests));
  const [hit] = hits;
  return hit && hits.length === 1 ? { account: hit.account, isProven: hit.isLong } : undefined;
}

import type { Clock } from '../../../common/index.js';
import { exchange } from '../http.js';
import type { Cloud } from '../../settings/cloud.js';
import type { Credentials } from '../../settings/settings.js';
import { DirectorySource } from './directory-source.js';
import { IdentitySource } from './identity-source.js';
import {
  certificateAssertion,
  clientSecret,
  federatedAssertion,
  identityAssertion,
} from './client-authentication.js';
import type { AccessToken, ClientAuthentication, Exchange, TokenSource } from './token-source.js';

/** A token is renewed this long before it expires, ms; a short-lived one after half of its life. */
const MARGIN_MS = 300_000;
/** The time limit of a call for a token, ms: all callers without one wait for it. */
const ASK_MS = 20_000;
/** From this age (ms) a token's permissions may be outdated, because they are those at its issue. */
const OUTDATED_MS = 300_000;

interface Kept {
  readonly value: string;
  readonly askedAt: number;
  readonly until: number;
}

/** Keeps the bot's tokens by resource while they are valid; concurrent callers share one request. */
export class AccessTokens {
  private readonly kept = new Map<string, Kept>();
  private readonly asking = new Map<string, Promise<string>>();

  constructor(
    private readonly source: TokenSource,
    private readonly clock: Clock,
  ) {}

  /** @throws NoToken */
  async get(resource: string): Promise<string> {
    const kept = this.kept.get(resource);
    if (kept && kept.until > this.clock.elapsed()) return kept.value;
    const asking = this.asking.get(resource) ?? this.request(resource);
    this.asking.set(resource, asking);
    return asking;
  }

  /** Drops a refused token, so that the next one is new. */
  drop(resource: string, value: string): void {
    if (this.kept.get(resource)?.value === value) this.kept.delete(resource);
  }

  /**
   * Drops a token that lacks a permission which may have been granted since, unless the token is new.
   * @returns whether the next token is a new one
   */
  outdate(resource: string, value: string): boolean {
    const kept = this.kept.get(resource);
    if (kept && kept.askedAt + OUTDATED_MS <= this.clock.elapsed()) this.drop(resource, value);
    return this.kept.get(resource)?.value !== value;
  }

  private async request(resource: string): Promise<string> {
    const askedAt = this.clock.elapsed();
    try {
      const token = await this.source.requestToken(resource, AbortSignal.timeout(ASK_MS));
      this.kept.set(resource, { value: token.value, askedAt, until: askedAt + usableMs(token) });
      return token.value;
    } finally {
      this.asking.delete(resource);
    }
  }
}

const usableMs = ({ goodForMs }: AccessToken): number => Math.max(goodForMs - MARGIN_MS, goodForMs / 2);

/** The token source for these credentials (spec, authentication 2). */
export function tokenSourceFor(
  credentials: Credentials,
  { loginUrl, exchangeResource }: Cloud,
  clock: Clock,
  call: Exchange = exchange,
): TokenSource {
  const { appId, tenantId, appPassword, auth } = credentials;
  const now = () => clock.now();
  const identity = (clientId: string) => new IdentitySource(clientId, auth, call, now);
  const directory = (authentication: ClientAuthentication) =>
    new DirectorySource({ loginUrl, tenantId, appId }, authentication, call);
  switch (auth.type) {
    case 'managed-identity':
      return identity(appId);
    case 'certificate':
      return directory(certificateAssertion(credentials, loginUrl, now));
    case 'federated':
      return directory(
        auth.managedIdentityClientId === undefined
          ? federatedAssertion(auth)
          : identityAssertion(identity(auth.managedIdentityClientId), exchangeResource),
      );
    default:
      return directory(clientSecret(appPassword));
  }
}

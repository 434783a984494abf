import type { AuthConfig } from '../../settings/auth-config.js';
import { fieldsOf, textOf } from '../../../channels/kit/index.js';
import { type AccessToken, type Exchange, NoToken, type TokenSource } from './token-source.js';

/** The instance metadata service, the same on every machine of the cloud. */
const METADATA_SERVICE = 'http://169.254.169.254/metadata/identity/oauth2/token';
const TIMEOUT_MS = 10_000;

/** Tokens of a managed identity of the machine, without a secret of ours. */
export class IdentitySource implements TokenSource {
  constructor(
    private readonly clientId: string,
    private readonly auth: Pick<AuthConfig, 'identityEndpoint' | 'identityHeader'>,
    private readonly exchange: Exchange,
    private readonly now: () => number,
  ) {}

  async requestToken(resource: string, signal: AbortSignal): Promise<AccessToken> {
    const { identityEndpoint, identityHeader } = this.auth;
    const isMetadata = identityEndpoint === undefined;
    const url = new URL(identityEndpoint ?? METADATA_SERVICE);
    url.searchParams.set('api-version', isMetadata ? '2018-02-01' : '2019-08-01');
    url.searchParams.set('resource', resource);
    url.searchParams.set('client_id', this.clientId);
    const headers: Record<string, string> = isMetadata
      ? { Metadata: 'true' }
      : { 'X-IDENTITY-HEADER': identityHeader ?? '' };
    const call = { url: url.href, method: 'GET', headers, timeoutMs: TIMEOUT_MS, signal } as const;
    const outcome = await this.exchange(call);
    if (outcome.kind !== 'answered')
      throw new NoToken('unreachable', `the machine's identity service cannot be reached: ${outcome.detail}`);
    return this.tokenIn(outcome.status, outcome.json);
  }

  /** Numbers come as text, and one of the two services states only when the token expires. */
  private tokenIn(status: number, json: unknown): AccessToken {
    const { access_token, expires_in, expires_on } = fieldsOf(json);
    const value = textOf(access_token);
    if (status !== 200 || value === undefined) {
      const kind =
        status === 404 || status === 410 || status === 429 || status >= 500 ? 'unreachable' : 'refused';
      throw new NoToken(kind, `the machine's identity service issues no token (HTTP ${status})`);
    }
    const seconds = Number(expires_in) || Number(expires_on) - this.now() / 1_000;
    return { value, goodForMs: seconds > 0 ? seconds * 1_000 : 3_600_000 };
  }
}

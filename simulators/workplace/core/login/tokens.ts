import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../common/clock.js';
import type { Limits } from '../../common/limits.js';
import type { TokenUse } from '../../common/types.js';
import type { KeyRing } from './keys.js';

export const BOT_AUDIENCE = 'https://api.botframework.com';
export const GRAPH_AUDIENCE = 'https://graph.microsoft.com';

/** The claims of a verified access token. */
export interface TokenClaims {
  readonly audience: string;
  readonly appId: string;
  readonly tenantId: string;
  /** Application permissions at the time the token was issued. */
  readonly roles: readonly string[];
}

export interface TokenOrder {
  readonly audience: string;
  readonly appId: string;
  readonly tenantId: string;
  readonly roles?: readonly string[];
  /** Default: the limit `tokenSeconds`. */
  readonly lifetimeSeconds?: number;
}

interface Parts {
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly limits: Limits;
}

/** Access tokens of the directory: issued by the login service, verified by the connector service and by Graph. */
export class Tokens {
  constructor(private readonly parts: Parts) {}

  async issue({ audience, appId, tenantId, roles = [], lifetimeSeconds }: TokenOrder): Promise<string> {
    const { keys, clock, limits } = this.parts;
    const now = Math.floor(clock.now() / 1000);
    return new SignJWT({ appid: appId, tid: tenantId, roles: [...roles], ver: '1.0' })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: keys.current.kid })
      .setIssuer(issuerOf(tenantId))
      .setAudience(audience)
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + (lifetimeSeconds ?? limits.tokenSeconds))
      .sign(keys.current.privateKey);
  }

  /** The token's claims; undefined when the header contains no valid token. */
  async read(authorization: string | undefined): Promise<TokenClaims | undefined> {
    const [, token] = /^Bearer (\S+)$/.exec(authorization ?? '') ?? [];
    if (token === undefined) return undefined;
    const currentDate = new Date(this.parts.clock.now());
    for (const { publicKey } of this.parts.keys.published) {
      const verified = await jwtVerify(token, publicKey, { currentDate }).catch(() => undefined);
      if (verified) return claimsOf(verified.payload);
    }
    return undefined;
  }

  async useOf(authorization: string | undefined): Promise<TokenUse> {
    if (authorization === undefined) return 'none';
    const claims = await this.read(authorization);
    if (claims?.audience === BOT_AUDIENCE) return 'bot';
    return claims?.audience === GRAPH_AUDIENCE ? 'graph' : 'invalid';
  }
}

export const issuerOf = (tenantId: string): string => `https://sts.windows.net/${tenantId}/`;

function claimsOf(payload: Readonly<Record<string, unknown>>): TokenClaims {
  const { aud, appid, tid, roles } = payload;
  return {
    audience: String(aud),
    appId: String(appid),
    tenantId: String(tid),
    roles: Array.isArray(roles) ? roles.map(String) : [],
  };
}

import type { CryptoKey, JWTPayload } from 'jose';
import { base64url, exportSPKI, SignJWT } from 'jose';
import type { Clock } from '../../common/clock.js';
import { compact } from '../../common/json.js';
import type { SigningKey } from './keys.js';
import { KeyRing } from './keys.js';

export const CHANNEL_ISSUER = 'https://api.botframework.com';

/** Options for an inbound call's token. A missing option gives the right value; null omits the claim or header. */
export interface TokenPlan {
  readonly issuer?: string | null;
  readonly audience?: string | readonly string[] | null;
  /** Default: the `serviceUrl` of the activity. */
  readonly serviceUrl?: string | null;
  /** Seconds from now; negative: expired. Default 3600. */
  readonly expiresIn?: number | null;
  /** Seconds from now; positive: not valid yet. Default 0. */
  readonly notBefore?: number | null;
  readonly kid?: string | null;
  /** `none` is unsigned; `HS256` is signed with the public key as its secret. Default RS256. */
  readonly algorithm?: 'RS256' | 'RS384' | 'RS512' | 'HS256' | 'none';
  /** `stranger`: by an unpublished key; `broken`: one letter changed; `missing`: empty after the second dot. */
  readonly signature?: 'right' | 'stranger' | 'broken' | 'missing';
  /** `directory` signs with the directory's keys, as for a tester's token (2.1). */
  readonly signer?: 'channel' | 'directory';
  /** Further claims: `appid`, `azp`, `tid`, `ver` … */
  readonly claims?: JWTPayload;
}

interface Parts {
  readonly channel: KeyRing;
  readonly directory: KeyRing;
  readonly clock: Clock;
  readonly appId: string;
}

const RSA = { RS256: 'SHA-256', RS384: 'SHA-384', RS512: 'SHA-512' } as const;

/** Signs inbound calls as the bot channel does, or as an attacker would (workchat-wire 2.1, 2.2). */
export class ChannelSigner {
  constructor(private readonly parts: Parts) {}

  /** A compact JWT, without `Bearer`. */
  async sign(serviceUrl: string | undefined, plan: TokenPlan = {}): Promise<string> {
    const { algorithm = 'RS256', signature = 'right' } = plan;
    const payload = this.payload(serviceUrl, plan);
    const key = await this.key(plan);
    const header = compact({
      alg: algorithm,
      typ: 'JWT',
      kid: plan.kid === null ? undefined : (plan.kid ?? key.kid),
    });
    if (algorithm === 'none') return `${encode(header)}.${encode(payload)}.`;
    const secret = algorithm === 'HS256' ? await publicSecret(key) : await forHash(key, RSA[algorithm]);
    const token = await new SignJWT({ ...payload })
      .setProtectedHeader({ ...header, alg: algorithm })
      .sign(secret);
    return damage(token, signature);
  }

  private payload(serviceUrl: string | undefined, plan: TokenPlan): JWTPayload {
    const { issuer = CHANNEL_ISSUER, audience = this.parts.appId, expiresIn = 3600, notBefore = 0 } = plan;
    const now = Math.floor(this.parts.clock.now() / 1000);
    const claimed = plan.serviceUrl === undefined ? serviceUrl : plan.serviceUrl;
    const claims = {
      iss: issuer ?? undefined,
      aud: audience ?? undefined,
      nbf: notBefore === null ? undefined : now + notBefore,
      exp: expiresIn === null ? undefined : now + expiresIn,
      serviceurl: claimed ?? undefined,
      ...plan.claims,
    };
    return compact(claims);
  }

  private async key({ signature, signer }: TokenPlan): Promise<SigningKey> {
    if (signature === 'stranger') return (await KeyRing.make('stranger', 9)).current;
    return signer === 'directory' ? this.parts.directory.current : this.parts.channel.current;
  }
}

const encode = (value: unknown): string => base64url.encode(JSON.stringify(value));

const publicSecret = async (key: SigningKey): Promise<Uint8Array> =>
  new TextEncoder().encode(await exportSPKI(key.publicKey));

/** A web crypto key is bound to one hash. */
async function forHash({ privateKey }: SigningKey, hash: string): Promise<CryptoKey> {
  const jwk = await crypto.subtle.exportKey('jwk', privateKey);
  const { alg: _alg, ...rest } = jwk;
  return crypto.subtle.importKey('jwk', rest, { name: 'RSASSA-PKCS1-v1_5', hash }, false, ['sign']);
}

function damage(token: string, signature: NonNullable<TokenPlan['signature']>): string {
  const [head = '', body = '', tail = ''] = token.split('.');
  if (signature === 'missing') return `${head}.${body}.`;
  if (signature !== 'broken') return token;
  const at = Math.floor(tail.length / 2);
  const other = tail[at] === 'A' ? 'B' : 'A';
  return `${head}.${body}.${tail.slice(0, at)}${other}${tail.slice(at + 1)}`;
}

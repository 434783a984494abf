import { createHash, createPrivateKey, randomUUID, sign, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { urlBelow } from '../../../channels/kit/index.js';
import { errorText } from '../../../common/index.js';
import type { AuthConfig } from '../../settings/auth-config.js';
import type { Credentials } from '../../settings/settings.js';
import type { IdentitySource } from './identity-source.js';
import { NoToken, type ClientAuthentication } from './token-source.js';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const ASSERTION_SECONDS = 300;

const asserted = (client_assertion: string) => ({ client_assertion_type: ASSERTION_TYPE, client_assertion });

export const clientSecret =
  (appPassword: string): ClientAuthentication =>
  () =>
    Promise.resolve({ client_secret: appPassword });

/** An assertion signed with the app's certificate; the files are read each time, so that they can be renewed. */
export const certificateAssertion =
  ({ appId, tenantId, auth }: Credentials, loginUrl: string, now: () => number): ClientAuthentication =>
  async () => {
    const { certificateFile = '', privateKeyFile = '' } = auth;
    try {
      const [certificate, key] = await Promise.all([readFile(certificateFile), readFile(privateKeyFile)]);
      const audience = urlBelow(loginUrl, `${tenantId}/oauth2/v2.0/token`);
      return asserted(assertionOf({ certificate, key, appId, audience, nowS: Math.floor(now() / 1_000) }));
    } catch (error) {
      throw new NoToken('refused', `the certificate cannot be used: ${errorText(error)}`);
    }
  };

/** The token of the platform the gateway runs on (workload identity), read from its file each time. */
export const federatedAssertion =
  ({ tokenFile = '' }: AuthConfig): ClientAuthentication =>
  async () => {
    try {
      return asserted((await readFile(tokenFile, 'utf8')).trim());
    } catch (error) {
      throw new NoToken('refused', `the federated token cannot be read: ${errorText(error)}`);
    }
  };

/** @param resource `exchangeResource` of the cloud */
export const identityAssertion =
  (identity: IdentitySource, resource: string): ClientAuthentication =>
  async (signal) =>
    asserted((await identity.requestToken(resource, signal)).value);

interface Assertion {
  readonly certificate: Buffer;
  readonly key: Buffer;
  readonly appId: string;
  readonly audience: string;
  readonly nowS: number;
}

function assertionOf({ certificate, key, appId, audience, nowS }: Assertion): string {
  const thumbprint = createHash('sha256').update(new X509Certificate(certificate).raw).digest('base64url');
  const header = { alg: 'PS256', typ: 'JWT', 'x5t#S256': thumbprint };
  const claims = {
    aud: audience,
    iss: appId,
    sub: appId,
    jti: randomUUID(),
    nbf: nowS,
    iat: nowS,
    exp: nowS + ASSERTION_SECONDS,
  };
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  // PSS with a salt as long as the hash (RFC 7518, 3.5).
  const options = { key: createPrivateKey(key), padding: PSS_PADDING, saltLength: HASH_BYTES };
  return `${signed}.${sign('sha256', Buffer.from(signed), options).toString('base64url')}`;
}

/** `RSA_PKCS1_PSS_PADDING` of `node:crypto`. */
const PSS_PADDING = 6;
const HASH_BYTES = 32;

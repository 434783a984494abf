import type { JWTVerifyOptions } from 'jose';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import type { WorkplaceCore } from '../../core/core.js';
import { refuseLogin } from '../../http/problems.js';
import type { Json } from '../../common/json.js';
import { text } from '../../common/json.js';
import type { TrustedKey } from '../../core/login/bot-app.js';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Audience of another issuer's tokens that replace a secret. */
const EXCHANGE_AUDIENCE = 'api://AzureADTokenExchange';

/** A secret, certificate or federated token must prove that the caller is the app (workchat-wire 2.4). */
export async function checkClientAuthentication(
  core: WorkplaceCore,
  tokenUrl: string,
  body: Json,
): Promise<void> {
  const assertion = text(body.client_assertion);
  if (assertion === undefined) checkSecret(core, text(body.client_secret));
  else if (body.client_assertion_type === ASSERTION_TYPE) await checkAssertion(core, tokenUrl, assertion);
  else throw refuse(50027, 'The client_assertion_type is not supported.');
}

function checkSecret({ app, clock }: WorkplaceCore, given: string | undefined): void {
  if (given === undefined) {
    throw refuse(
      7000216,
      "'client_assertion', 'client_secret' or 'request' is required for the 'client_credentials' grant type.",
    );
  }
  const secret = app.secrets.find(({ value }) => value === given);
  if (!secret) {
    throw refuse(
      7000215,
      `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${app.appId}'.`,
    );
  }
  if (secret.expiresAt !== undefined && secret.expiresAt <= clock.now()) {
    throw refuse(7000222, `The provided client secret keys for app '${app.appId}' are expired.`);
  }
}

async function checkAssertion(core: WorkplaceCore, tokenUrl: string, assertion: string): Promise<void> {
  const { key, expected } = trusted(core, tokenUrl, assertion);
  const currentDate = new Date(core.clock.now());
  await jwtVerify(assertion, key, { ...expected, currentDate, requiredClaims: ['exp'] }).catch(
    (error: unknown) => {
      if (error instanceof errors.JWTExpired)
        throw refuse(700024, 'Client assertion is not within its valid time range.');
      throw refuse(700027, 'Client assertion failed signature validation.');
    },
  );
}

/** The key of the header's certificate, or of the assertion's issuer. */
function trusted(
  { app }: WorkplaceCore,
  tokenUrl: string,
  assertion: string,
): { readonly key: TrustedKey['publicKey']; readonly expected: JWTVerifyOptions } {
  const [header, claims] = parts(assertion);
  const print = text(header['x5t#S256']) ?? text(header.x5t);
  if (print !== undefined) {
    const hex = Buffer.from(print, 'base64url').toString('hex');
    const known = app.certificates.find(
      ({ thumbprint }) => thumbprint.replaceAll(':', '').toLowerCase() === hex,
    );
    if (!known)
      throw refuse(
        700027,
        'The certificate with identifier used to sign the client assertion is not registered.',
      );
    return { key: known.publicKey, expected: { issuer: app.appId, subject: app.appId, audience: tokenUrl } };
  }
  const known = app.federations.find(
    ({ issuer, subject }) => issuer === claims.iss && subject === claims.sub,
  );
  if (!known) throw refuse(70021, 'No matching federated identity record found for presented assertion.');
  return { key: known.publicKey, expected: { audience: EXCHANGE_AUDIENCE } };
}

function parts(assertion: string): readonly [Json, Json] {
  try {
    return [{ ...decodeProtectedHeader(assertion) }, { ...decodeJwt(assertion) }];
  } catch {
    throw refuse(50027, 'JWT token is invalid or malformed.');
  }
}

const refuse = (code: number, problem: string): Error =>
  refuseLogin({ status: 401, error: 'invalid_client', code, text: problem });

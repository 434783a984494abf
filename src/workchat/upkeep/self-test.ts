import type { WorkchatSettings } from '../settings/settings.js';
import { type BotAdapter, KeysUnavailable, TokenRefused } from '../service/wire/bot-adapter.js';

const LIFETIME_S = 60;

/**
 * Passes an unsigned token to the adapter, which must fetch the keys and refuse the token. So the first call finds the
 * keys loaded, and a library that verifies nothing is detected before any call (wire 10, row 18).
 * @throws KeysUnavailable; any other error when the adapter does not verify
 */
export async function selfTest(
  adapter: BotAdapter,
  { credentials, cloud }: Pick<WorkchatSettings, 'credentials' | 'cloud'>,
  now: number,
): Promise<void> {
  const serviceUrl = `https://${cloud.serviceUrlHosts[0] ?? 'localhost'}/`;
  const exp = Math.floor(now / 1_000) + LIFETIME_S;
  const claims = { iss: cloud.tokenIssuer, aud: credentials.appId, exp, serviceurl: serviceUrl };
  const parts = [{ alg: 'RS256', typ: 'JWT', kid: 'gatehouse-self-test' }, claims].map(encoded);
  const authorization = `Bearer ${parts.join('.')}.${encoded('unsigned')}`;
  try {
    await adapter.verify(authorization, { serviceUrl, channelId: 'msteams' });
  } catch (error) {
    if (error instanceof TokenRefused && !(error instanceof KeysUnavailable)) return;
    throw error;
  }
  throw new Error('an unsigned token was accepted');
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

import type { WorkchatSettings } from '../settings/settings.js';
import { type BotAdapter, KeysUnavailable, TokenRefused } from '../service/wire/bot-adapter.js';

const LIFETIME_S = 60;

/**
 * Shows the adapter a token that nobody signed: it has to fetch the keys and refuse it. Whoever calls first finds the
 * keys at hand, and a library that verifies nothing is found out before anybody calls (wire 10, row 18).
 * @throws KeysUnavailable; any other error when the adapter does not do what it is there for
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
  throw new Error('a token that nobody signed was taken');
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

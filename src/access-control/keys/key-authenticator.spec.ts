import { FakeClock } from '../../../test/support/fake-clock.js';
import { SystemClock } from '../../common/index.js';
import type { AuthenticatedRequest, KeyHolder } from '../actor/actor.js';
import { newKey, type UsableKey } from './api-key.js';
import type { ApiKeyRepository } from './api-key.repository.js';
import { FAILURES_PER_MINUTE, KeyAdmission, KeyAuthenticator, type KeyUses } from './key-authenticator.js';

const HOLDER: KeyHolder = {
  keyId: 'key_1',
  userId: 'usr_1',
  countsAs: 'key_1',
  scopes: ['users:read'],
  limits: {},
};

const asked: string[] = [];
const authenticate = async (text: string) => (asked.push(text), text === 'good' ? HOLDER : undefined);
const sut = new KeyAdmission({ authenticate } as unknown as KeyAuthenticator, new SystemClock());
const requestWith = (authorization?: string) =>
  ({ ip: '192.0.2.1', headers: { authorization } }) as AuthenticatedRequest;

describe('KeyAdmission', () => {
  it('sets the holder of the key on the request', async () => {
    const request = requestWith('Bearer good');
    expect(await sut.admit(request)).toBe(true);
    expect(request.apiKey).toBe(HOLDER);
  });

  it('refuses anything but one bearer token without looking it up', async () => {
    asked.length = 0;
    for (const authorization of [undefined, '', 'good', 'Basic good', 'Bearer', 'Bearer good good'])
      await expect(sut.admit(requestWith(authorization))).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
    expect(asked).toEqual([]);
  });

  it('tells for how long an address that has sent too many wrong keys must wait', async () => {
    const clock = new FakeClock();
    const limited = new KeyAdmission({ authenticate } as unknown as KeyAuthenticator, clock);
    const wrong = () => limited.admit(requestWith('Bearer wrong'));
    const all = Array.from({ length: FAILURES_PER_MINUTE }, wrong);
    for (const each of await Promise.allSettled(all))
      expect(each).toMatchObject({ reason: { code: 'UNAUTHENTICATED' } });
    const details = 'try again in 60 s';
    await expect(wrong()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60, details });
    expect(await limited.admit(requestWith('Bearer good'))).toBe(true);
    clock.advance(60_000);
    await expect(wrong()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('KeyAuthenticator', () => {
  it('looks the key up with every request of a connection, and keeps two keys apart', async () => {
    const [one, other] = [newKey(), newKey()];
    const usable = { holder: HOLDER, expiresAt: null } as UsableKey;
    const lookedUp: string[] = [];
    const answers = [usable, undefined, usable, usable];
    const findUsable = async (hash: string) => (lookedUp.push(hash), answers.shift());
    const authenticator = new KeyAuthenticator(
      { findUsable } as unknown as ApiKeyRepository,
      { recordUse: () => undefined } as unknown as KeyUses,
      new SystemClock(),
    );
    const connection = {};
    const holders = [];
    for (const key of [one, one, other, one]) holders.push(await authenticator.authenticate(key, connection));
    expect(holders).toEqual([HOLDER, undefined, HOLDER, HOLDER]);
    expect(lookedUp.map((hash) => lookedUp.indexOf(hash))).toEqual([0, 0, 2, 0]);
    expect(await authenticator.authenticate(`${one}x`, connection)).toBeUndefined();
    expect(lookedUp).toHaveLength(4);
  });
});

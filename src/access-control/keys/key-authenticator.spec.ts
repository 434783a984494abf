import { SystemClock } from '../../common/index.js';
import type { KeyHolder } from '../actor/actor.js';
import type { AuthenticatedRequest } from '../actor/authenticated-request.js';
import { type KeyAuthenticator, KeyAdmission } from './key-authenticator.js';

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
  it('says whose key it is', async () => {
    const request = requestWith('Bearer good');
    expect(await sut.admit(request)).toBe(true);
    expect(request.apiKey).toBe(HOLDER);
  });

  it('looks at nothing but a bearer', async () => {
    asked.length = 0;
    for (const authorization of [undefined, '', 'good', 'Basic good', 'Bearer', 'Bearer good good'])
      await expect(sut.admit(requestWith(authorization))).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
    expect(asked).toEqual([]);
  });
});

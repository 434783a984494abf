import type { Scope } from '../../common/index.js';
import type { GatehouseConfig } from '../../config/index.js';
import type { Database } from '../../persistence/index.js';
import type { KeyHolder } from '../actor/actor.js';
import type { Users } from '../users/users.service.js';
import { AccountKeys } from './account-keys.service.js';
import type { ApiKey, MadeKey, WantedKey } from './api-key.js';
import type { ApiKeyRepository } from './api-key.repository.js';
import type { KeyIssuer } from './key-issuer.js';

const END = 5_000;
const SCOPES: readonly Scope[] = ['users:read', 'data:process'];

/** @param caller the key that makes the other one @returns what the issuer is told to make */
function make(caller: Partial<ApiKey>, wanted: WantedKey): Promise<WantedKey> {
  const key = {
    id: 'key_1',
    scopes: SCOPES,
    limits: {},
    expiresAt: END,
    madeWith: null,
    ...caller,
  } as ApiKey;
  const issuer = {
    nextId: async () => 'key_2',
    allOf: async () => [key],
    issue: async (
      _tx: unknown,
      _by: unknown,
      { id: _id, user: _user, others: _others, ...made }: object & Record<string, unknown>,
    ) => made as unknown as MadeKey,
  };
  const sut = new AccountKeys(
    { transaction: (work: (tx: unknown) => unknown) => work({}) } as unknown as Database,
    {} as ApiKeyRepository,
    issuer as unknown as KeyIssuer,
    { read: async () => ({}) } as unknown as Users,
    { get: () => ({ limits: { perMinute: 60, perHour: 600, perDay: 6_000 } }) } as unknown as GatehouseConfig,
  );
  return sut.create(
    { userId: 'usr_1', keyId: 'key_1' } as KeyHolder,
    wanted,
  ) as unknown as Promise<WantedKey>;
}

describe('a key that is made with another one', () => {
  it('has by default what that one has', async () => {
    const limits = { perMinute: 9 };
    expect(await make({ limits }, { name: 'new' })).toEqual({
      name: 'new',
      scopes: SCOPES,
      expiresAt: END,
      limits,
      madeWith: 'key_1',
    });
  });

  it.each<[string, Partial<ApiKey>, WantedKey]>([
    ['ends with it', {}, { expiresAt: END }],
    ['never ends where that one never does', { expiresAt: null }, { expiresAt: null }],
    ['ends where that one never does', { expiresAt: null }, { expiresAt: END }],
    ['has fewer scopes', {}, { scopes: SCOPES.slice(1) }],
    ['has its limits', { limits: { perHour: 9 } }, { limits: { perHour: 9, perDay: 6_000 } }],
  ])('%s where that is wanted', async (_, caller, wanted) => {
    expect(await make(caller, wanted)).toMatchObject(wanted);
  });

  it.each<[string, Partial<ApiKey>, WantedKey, RegExp]>([
    ['end never', {}, { expiresAt: null }, /^expires_at must not be after/],
    ['end later', {}, { expiresAt: END + 1 }, /^expires_at must not be after/],
    ['have more scopes', { scopes: SCOPES.slice(1) }, { scopes: SCOPES }, /^scopes must be among those/],
    [
      'have higher limits than that one',
      { limits: { perHour: 9 } },
      { limits: { perHour: 10 } },
      /^limits\.per_hour must not be above 9/,
    ],
    [
      'have higher limits than there are',
      {},
      { limits: { perDay: 6_001 } },
      /^limits\.per_day must not be above 6000/,
    ],
  ])('may not %s', async (_, caller, wanted, details) => {
    await expect(make(caller, wanted)).rejects.toMatchObject({ details: expect.stringMatching(details) });
  });
});

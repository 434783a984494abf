import { toApiKeyDto, toCreatedApiKeyDto, toWantedKey } from './api-key.dto.js';

const AT = Date.UTC(2026, 0, 31, 9, 30);
const ISO = '2026-01-31T09:30:00.000Z';

it('a new key takes null for left out, except as its end', () => {
  const nothing = { name: undefined, scopes: undefined, limits: undefined };
  expect(toWantedKey({})).toStrictEqual({ ...nothing, expiresAt: undefined });
  const nulls = { name: null, scopes: null, limits: null, expires_at: null };
  expect(toWantedKey(nulls)).toStrictEqual({ ...nothing, expiresAt: null });
  const limits = { per_minute: 1, per_hour: null, per_day: 3 };
  expect(toWantedKey({ name: 'app', scopes: ['users:read'], expires_at: ISO, limits })).toStrictEqual({
    name: 'app',
    scopes: ['users:read'],
    expiresAt: AT,
    limits: { perMinute: 1, perDay: 3 },
  });
  expect(toWantedKey({ limits: { per_hour: 2 } }).limits).toStrictEqual({ perHour: 2 });
});

it('a key is shown with all its limits and times', () => {
  const key = {
    id: 'key_1',
    userId: 'usr_1',
    prefix: 'gh_012345',
    name: 'app',
    scopes: ['users:read'],
    limits: { perHour: 5 },
    createdAt: AT,
    createdBy: 'system',
    madeWith: 'key_0',
    expiresAt: null,
    lastUsedAt: AT,
  } as const;
  const shown = {
    id: 'key_1',
    prefix: 'gh_012345',
    name: 'app',
    scopes: ['users:read'],
    limits: { per_minute: null, per_hour: 5, per_day: null },
    created_at: ISO,
    made_with: 'key_0',
    expires_at: null,
    last_used_at: ISO,
  };
  expect(toApiKeyDto(key)).toEqual(shown);
  const limits = { perMinute: 1, perDay: 3 };
  expect(toCreatedApiKeyDto({ key: 'gh_x', apiKey: { ...key, limits } })).toEqual({
    ...shown,
    key: 'gh_x',
    limits: { per_minute: 1, per_hour: null, per_day: 3 },
  });
});

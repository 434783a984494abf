import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { ACCESS_RULE, Public, RequiresKey } from '../../common/index.js';
import { RateLimitGuard } from './rate-limit.guard.js';

class Routes {
  @RequiresKey()
  forKeys(): void {}

  @Public('for everyone')
  open(): void {}

  without(): void {}
}

@SetMetadata(ACCESS_RULE, { kind: 'key' })
class RoutesForKeys {
  thing(): void {}
}

const APP = { limits: {}, keyId: 'k', countsAs: 'k' };
const HITS = 3;

async function activate(handler: () => void, apiKey?: object, within: object = Routes): Promise<boolean> {
  const storage = {
    increment: async () => ({ totalHits: HITS, timeToExpire: 7, isBlocked: false, timeToBlockExpire: 7 }),
  };
  const limit = 2;
  const options = { throttlers: [{ name: 'hour', ttl: 3_600_000, limit }] };
  const sut = new RateLimitGuard(options, storage as unknown as ThrottlerStorage, new Reflector());
  await sut.onModuleInit();
  const http = { getRequest: () => ({ apiKey }), getResponse: () => ({ setHeader: () => undefined }) };
  const context = { getHandler: () => handler, getClass: () => within, switchToHttp: () => http };
  return sut.canActivate(context as unknown as ExecutionContext);
}

describe('RateLimitGuard', () => {
  const routes = Routes.prototype;

  it.each([
    ['the route', routes.forKeys, Routes],
    ['its controller', RoutesForKeys.prototype.thing, RoutesForKeys],
  ])('lets no request without a key pass uncounted where %s is for keys', async (_, route, within) => {
    await expect(activate(route, undefined, within)).rejects.toThrow('limits are checked before the key is');
  });

  it('leaves routes for others alone', async () => {
    expect([await activate(routes.open), await activate(routes.without)]).toEqual([true, true]);
  });

  it.each([
    [{}, 'dataApi.limits.perHour'],
    [{ perHour: 2 }, "the key's own limit"],
  ])('names who has set the limit that is reached: %j, %s', async (limits, owner) => {
    await expect(activate(routes.forKeys, { ...APP, limits })).rejects.toMatchObject({
      details: expect.stringContaining(`2 requests a hour are allowed (${owner})`) as string,
    });
  });
});

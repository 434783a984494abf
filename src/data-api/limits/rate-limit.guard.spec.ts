import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { Public, RequiresKey } from '../../common/index.js';
import { RateLimitGuard } from './rate-limit.guard.js';

const APP = { limits: {}, keyId: 'k', countsAs: 'k' };

/** What a guard reads of a route: a method and its class. */
const routeFor = (rule?: ReturnType<typeof RequiresKey>) => {
  const route = { handler: () => undefined };
  rule?.(route.handler);
  return route.handler;
};
const forKeys = routeFor(RequiresKey());
class Unmarked {}
@RequiresKey()
class RoutesForKeys {}

/** Calls a route whose one window has counted three requests, of two. */
async function call(handler: () => void, apiKey?: object, within: object = Unmarked): Promise<boolean> {
  const counted = { totalHits: 3, timeToExpire: 7, isBlocked: false, timeToBlockExpire: 7 };
  const storage: ThrottlerStorage = { increment: async () => counted };
  const options = { throttlers: [{ name: 'hour', ttl: 3_600_000, limit: 2 }] };
  const sut = new RateLimitGuard(options, storage, new Reflector());
  await sut.onModuleInit();
  const http = { getRequest: () => ({ apiKey }), getResponse: () => ({ setHeader: () => undefined }) };
  const context = { getHandler: () => handler, getClass: () => within, switchToHttp: () => http };
  return sut.canActivate(context as unknown as ExecutionContext);
}

describe('RateLimitGuard', () => {
  it.each([
    ['the route', forKeys, Unmarked],
    ['its controller', routeFor(), RoutesForKeys],
  ])('lets no request without a key pass uncounted where %s is for keys', async (_, route, within) => {
    await expect(call(route, undefined, within)).rejects.toThrow('limits are checked before the key is');
  });

  it('leaves routes for others alone', async () => {
    const open = routeFor(Public('for everyone'));
    expect([await call(open), await call(routeFor())]).toEqual([true, true]);
  });

  it.each([
    [{}, 'dataApi.limits.perHour'],
    [{ perHour: 2 }, "the key's own limit"],
  ])('names who has set the limit that is reached: %j, %s', async (limits, owner) => {
    await expect(call(forKeys, { ...APP, limits })).rejects.toMatchObject({
      details: `try again in 7 s: 2 requests per hour are allowed (${owner})`,
    });
  });
});

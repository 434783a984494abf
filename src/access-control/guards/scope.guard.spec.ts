import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Public, RequiresKey, type Scope } from '../../common/index.js';
import { ScopeGuard } from './scope.guard.js';

const ROUTES = {
  process: RequiresKey('data:process'),
  any: RequiresKey(),
  open: Public('for the test'),
  silent: () => undefined,
};

const sut = new ScopeGuard(new Reflector());
const call = (route: keyof typeof ROUTES, scopes?: readonly Scope[]) => {
  const handler = () => undefined;
  ROUTES[route](handler);
  return sut.canActivate({
    getHandler: () => handler,
    getClass: () => class {},
    switchToHttp: () => ({ getRequest: () => ({ apiKey: scopes && { scopes } }) }),
  } as unknown as ExecutionContext);
};

describe('ScopeGuard', () => {
  it('lets a key with the scope pass, and any caller where no scope is required', () => {
    expect(call('process', ['users:read', 'data:process'])).toBe(true);
    expect(call('any', [])).toBe(true);
    expect(call('open')).toBe(true);
    expect(call('silent')).toBe(true);
  });

  it('names the scope that is missing', () => {
    for (const scopes of [undefined, [], ['users:read']] as const)
      expect(() => call('process', scopes)).toThrow(
        expect.objectContaining({
          code: 'FORBIDDEN',
          message: 'This API key may not do that.',
          details: 'it needs the scope data:process',
        }) as Error,
      );
  });
});

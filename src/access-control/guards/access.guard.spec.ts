import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Public, Requires, RequiresKey, type Role, SystemClock } from '../../common/index.js';
import { AccessGuard } from './access.guard.js';
import type { KeyAdmission } from '../keys/key-authenticator.js';
import { CookieAdmission } from '../tokens/sign-ins/cookie-admission.js';
import type { SignInAuthenticator } from '../tokens/sign-ins/sign-in-authenticator.js';
import { TokenAdmission } from '../tokens/token-admission.js';
import type { TokenAuthenticator } from '../tokens/token-authenticator.js';

const nothing = (): void => undefined;

class Routes {
  silent(): void {
    nothing();
  }
  @Public('for the test of it') open(): void {
    nothing();
  }
  @Requires('operator') operators(): void {
    nothing();
  }
  @RequiresKey('users:read') keys(): void {
    nothing();
  }
}

function guard({
  role = 'owner',
  isGuessable = false,
  path = '/admin/v1/x',
}: { role?: Role; isGuessable?: boolean; path?: string } = {}) {
  const actor = { id: 'token:x', role };
  const authenticate = async (token: string | undefined) => {
    // The real one hashes it.
    if (token === undefined) throw new TypeError('no token');
    return token === 'right' ? { actor, name: 'x', expiresAt: null } : 'unknown';
  };
  const ofCookie = async (value: string) => (value === 'right' ? { ...actor, signInId: 'sgn_x' } : 'unknown');
  const admit = async () => {
    throw new Error('asked the gate of keys');
  };
  const sut = new AccessGuard(
    new Reflector(),
    new TokenAdmission(
      { authenticate, isGuessable: () => isGuessable } as unknown as TokenAuthenticator,
      new SystemClock(),
    ),
    new CookieAdmission({ authenticate: ofCookie } as unknown as SignInAuthenticator),
    { admit } as unknown as KeyAdmission,
  );
  return (route: keyof Routes, authorization?: string, more: object = {}) => {
    const headers = { authorization, ...more };
    const request = { ip: '192.0.2.1', headers, method: 'POST', path, protocol: 'http' };
    return sut.canActivate({
      getHandler: () => Routes.prototype[route],
      getClass: () => Routes,
      switchToHttp: () => ({ getRequest: () => request }),
    } as unknown as ExecutionContext);
  };
}

describe('AccessGuard', () => {
  it('refuses a route without an access rule', async () => {
    await expect(guard()('silent', 'Bearer right')).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This is not allowed.',
      details: 'the route has no access rule',
    });
  });

  it('lets anyone into a public route', async () => {
    expect(await guard()('open')).toBe(true);
  });

  const malformed = ['', 'right', 'Bearer', 'Bearer wrong', 'Bearer right wrong', 'Bearerright'];
  it.each([undefined, ...malformed, 'Basic right', 'no Bearer right'])(
    'refuses the Authorization header %j as UNAUTHENTICATED',
    async (authorization) => {
      await expect(guard()('operators', authorization)).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        message: 'A valid admin token is needed.',
        details: 'Authorization must be Bearer <token>',
      });
    },
  );

  it('leaves routes for API keys to the key check, even with an owner token', async () => {
    await expect(guard()('keys', 'Bearer right')).rejects.toThrow('asked the gate of keys');
  });

  it('lets a stronger role in and a weaker one not', async () => {
    for (const authorization of ['Bearer right', 'bearer  right  '])
      expect(await guard()('operators', authorization)).toBe(true);
    expect(await guard({ role: 'operator' })('operators', 'Bearer right')).toBe(true);
    await expect(guard({ role: 'viewer' })('operators', 'Bearer right')).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This is not allowed.',
      details: 'it needs the role operator',
    });
  });

  describe('with the cookie of the console', () => {
    const cookie = 'gatehouse-console=right';
    const own = { 'x-gatehouse-console': '1' };

    it('admits the actor of the cookie, with the header for a change', async () => {
      expect(await guard()('operators', undefined, { cookie, ...own })).toBe(true);
      const without = guard()('operators', undefined, { cookie });
      await expect(without).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'This call may come from another site.',
        details: expect.stringContaining('X-Gatehouse-Console: 1'),
      });
      const again = { code: 'UNAUTHENTICATED', message: 'Sign in again.' };
      for (const bad of ['gatehouse-console=wrong', `${cookie}; ${cookie}`])
        await expect(guard()('operators', undefined, { cookie: bad, ...own })).rejects.toMatchObject(again);
      const weaker = guard({ role: 'viewer' })('operators', undefined, { cookie, ...own });
      await expect(weaker).rejects.toMatchObject({
        code: 'FORBIDDEN',
        details: 'it needs the role operator',
      });
    });

    it.each(['same-site', 'cross-site'])('refuses it to a page of another origin (%s)', async (site) => {
      const from = (value: string) => ({ cookie, ...own, 'sec-fetch-site': value });
      await expect(guard()('operators', undefined, from(site))).rejects.toMatchObject({
        code: 'FORBIDDEN',
        details: expect.stringContaining('Sec-Fetch-Site'),
      });
      for (const ours of ['same-origin', 'none'])
        expect(await guard()('operators', undefined, from(ours))).toBe(true);
    });

    it('lets a bearer token decide, also a malformed one', async () => {
      expect(await guard()('operators', 'Bearer right', { cookie })).toBe(true);
      for (const authorization of ['Basic right', 'no Bearer', 'Bearers', undefined])
        expect(await guard()('operators', authorization, { cookie, ...own })).toBe(true);
      for (const authorization of ['Bearer wrong', 'Bearer', 'bearer right wrong'])
        await expect(guard()('operators', authorization, { cookie, ...own })).rejects.toMatchObject({
          code: 'UNAUTHENTICATED',
        });
    });

    it('refuses it outside the admin API, and for routes of API keys', async () => {
      const call = guard({ path: '/metrics' })('operators', undefined, { cookie, ...own });
      await expect(call).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        message: 'A valid admin token is needed.',
      });
      await expect(guard()('keys', undefined, { cookie, ...own })).rejects.toThrow('asked the gate of keys');
    });
  });

  const failOften = async (call: ReturnType<typeof guard>, authorization?: string) => {
    for (let n = 0; n < 40; n++) await call('operators', authorization).catch(() => undefined);
  };

  it('answers RATE_LIMITED after many wrong tokens', async () => {
    const call = guard();
    await failOften(call, 'Bearer wrong');
    await expect(call('operators', 'Bearer wrong')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Too many requests.',
      details: expect.stringMatching(
        /^try again in [1-9]\d? s: at most 30 wrong tokens per minute are allowed from one address$/,
      ),
    });
  });

  it('lets the right token in although others guess, unless that token could be guessed', async () => {
    const strong = guard();
    await failOften(strong, 'Bearer wrong');
    expect(await strong('operators', 'Bearer right')).toBe(true);
    const weak = guard({ isGuessable: true });
    await failOften(weak);
    await failOften(weak, 'Bearer right');
    expect(await weak('operators', 'Bearer right')).toBe(true);
    await failOften(weak, 'Bearer wrong');
    await expect(weak('operators', 'Bearer right')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

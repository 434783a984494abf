import { jest } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import type { AccessGuard } from '../access-control/index.js';
import { MetricsGuard } from './metrics.controller.js';

const needRole = jest.fn<AccessGuard['needRole']>(async () => true);
const sut = new MetricsGuard({ needRole } as unknown as AccessGuard);

async function asksForToken(remoteAddress: string | undefined, host = '127.0.0.1:3000'): Promise<boolean> {
  needRole.mockClear();
  const request = { socket: { remoteAddress }, headers: { host } };
  await sut.canActivate({ switchToHttp: () => ({ getRequest: () => request }) } as ExecutionContext);
  return needRole.mock.calls.length > 0;
}

it.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])(
  '/metrics needs no token from %s',
  async (address) => {
    expect(await asksForToken(address)).toBe(false);
  },
);

it('/metrics needs a token when Host is not this machine, as after DNS rebinding', async () => {
  expect(await asksForToken('127.0.0.1', 'rebound.example.org:3000')).toBe(true);
});

it.each(['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '1127.0.0.1', undefined])(
  '/metrics needs a token from %s',
  async (address) => {
    expect(await asksForToken(address)).toBe(true);
  },
);

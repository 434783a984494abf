import { type BotAdapter, KeysUnavailable, TokenRefused } from '../service/wire/bot-adapter.js';
import type { WorkchatSettings } from '../settings/settings.js';
import { cloudOf } from '../settings/cloud.js';
import { selfTest } from './self-test.js';

const settings = {
  credentials: { appId: 'app', tenantId: 'tenant', appPassword: 'x', auth: {} },
  cloud: cloudOf('public'),
} as Pick<WorkchatSettings, 'credentials' | 'cloud'>;
const run = (verify: BotAdapter['verify'] | undefined) =>
  selfTest({ verify } as unknown as BotAdapter, settings, 1_768_992_000_000);
const throwing = (error: Error) => () => Promise.reject(error);

describe('10.18 the self-test of the token library', () => {
  it('passes when an unsigned token is refused', async () => {
    const shown: string[] = [];
    await run((authorization, { serviceUrl }) => {
      shown.push(authorization, serviceUrl);
      return Promise.reject(new TokenRefused('no key'));
    });
    expect(shown).toEqual([expect.stringMatching(/^Bearer ey/), 'https://smba.trafficmanager.net/']);
  });

  it.each<readonly [string, BotAdapter['verify'] | undefined, RegExp | typeof KeysUnavailable]>([
    ['takes it', () => Promise.resolve({ isAdmitted: true }), /unsigned token was accepted/],
    ['has no such function', undefined, /not a function/],
    ['breaks otherwise', throwing(new Error('cannot load')), /cannot load/],
    ['has no keys', throwing(new KeysUnavailable('down')), KeysUnavailable],
  ])('10.18 fails when the library %s', async (_, verify, problem) => {
    await expect(run(verify)).rejects.toThrow(problem);
  });
});

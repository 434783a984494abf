import { FakeClock } from '../../../test/support/fake-clock.js';
import type { ApiKey, ApiKeys, RequestLimits } from '../../access-control/index.js';
import type { DataApiConfig } from '../../config/index.js';
import { KeyLimits } from './key-limits.service.js';
import type { OpenWindow, RateLimitRepository } from './rate-limit.repository.js';
import type { WindowStorage } from './window-storage.js';

const CONFIG = { limits: { perMinute: 10, perHour: 20, perDay: 30 } } as DataApiConfig;
const keyWith = (id: string, limits: Partial<RequestLimits> = {}) => ({ id, limits }) as ApiKey;
const windowOf = (keyId: string, period: string, hits: number): OpenWindow => ({
  keyId,
  period,
  hits,
  endsAt: 1_000 + hits,
});

function keyLimits(open: readonly OpenWindow[], keys: readonly ApiKey[]) {
  const windows = { open: async (_now: number, most: number) => open.slice(0, most) };
  const known = { withIds: async (ids: readonly string[]) => keys.filter(({ id }) => ids.includes(id)) };
  return new KeyLimits(
    windows as unknown as RateLimitRepository,
    {} as WindowStorage,
    known as unknown as ApiKeys,
    CONFIG,
    new FakeClock(),
  );
}

describe('reached limits', () => {
  it('are those of windows with as many requests as allowed, with the setting that says so', async () => {
    const [ann, ben] = [keyWith('ann'), keyWith('ben', { perHour: 3 })];
    const sut = keyLimits(
      [
        windowOf('ann', 'hour', 20),
        windowOf('ann', 'minute', 9),
        windowOf('ben', 'hour', 3),
        windowOf('ben', 'day', 29),
      ],
      [ann, ben],
    );
    expect(await sut.reached(10)).toEqual([
      { key: ann, period: 'hour', limit: 20, until: 1_020, setting: 'dataApi.limits.perHour' },
      { key: ben, period: 'hour', limit: 3, until: 1_003, setting: undefined },
    ]);
  });

  it('leave out deleted keys', async () => {
    const sut = keyLimits([windowOf('gone', 'minute', 99), windowOf('ann', 'minute', 98)], [keyWith('ann')]);
    expect((await sut.reached(10)).map(({ key }) => key.id)).toEqual(['ann']);
  });
});

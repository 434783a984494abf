import type { ApiKey } from '../../access-control/index.js';
import type { KeyLimits, ReachedLimit } from '../../data-api/index.js';
import { checksOf } from '../condition.js';
import { KeyLimitConditions } from './key-limit-conditions.js';

const key = { id: 'key_1', name: 'ci', userId: 'usr_1' } as ApiKey;
const reached: ReachedLimit = {
  key,
  period: 'hour',
  limit: 5_000,
  until: Date.parse('2026-11-25T13:00:00Z'),
  setting: 'dataApi.limits.perHour',
};

const examine = async (list: readonly ReachedLimit[]) => {
  const [check] = checksOf([new KeyLimitConditions({ reached: async () => list } as unknown as KeyLimits)]);
  return check!.run(AbortSignal.timeout(1_000));
};

describe('the check of limits', () => {
  it('is well while no key has used one up', async () => {
    expect(await examine([])).toMatchObject([{ state: 'ok' }]);
  });

  it('names the key, the limit, its end, and the setting that has it', async () => {
    expect(await examine([reached])).toMatchObject([
      {
        state: 'warning',
        message:
          'the API key ci (key_1) has used up its 5000 requests of this hour, until 2026-11-25T13:00:00Z',
        setting: 'dataApi.limits.perHour',
        remedy: expect.stringContaining('`gatehouse config set dataApi.limits.perHour NUMBER`'),
      },
    ]);
  });

  it("tells of a key's own limit that another key is needed", async () => {
    const [found] = await examine([{ ...reached, setting: undefined }]);
    expect(found).toMatchObject({ remedy: expect.stringContaining('`gatehouse keys create usr_1`') });
    expect(found).not.toHaveProperty('setting');
  });
});

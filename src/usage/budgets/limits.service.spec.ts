import type { Identities } from '../../access-control/index.js';
import { UsageConfig } from '../../config/index.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { Limits } from './limits.service.js';

describe('the limits of budgets', () => {
  it('follow a change of the time zone', () => {
    const config = Object.assign(new UsageConfig(), { timeZone: 'UTC', overBudget: 'Again {when}.' });
    const clock = new FakeClock(Date.parse('2026-11-30T20:00:00Z'));
    const sut = new Limits(config, {} as Identities, clock);
    const shown = () => [sut.periods().day.name, sut.periods().month.name, sut.noticeOf(clock.now())];
    expect(shown()).toEqual(['2026-11-30', '2026-11', 'Again 2026-11-30 20:00.']);
    Object.assign(config, { timeZone: 'Asia/Tokyo' });
    expect(shown()).toEqual(['2026-12-01', '2026-12', 'Again 2026-12-01 05:00.']);
  });
});

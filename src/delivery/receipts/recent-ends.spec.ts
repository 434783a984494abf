import { RecentEnds } from './recent-ends.js';

describe('RecentEnds', () => {
  let sut: RecentEnds;
  beforeEach(() => (sut = new RecentEnds()));

  it('waits for an end that is being written', async () => {
    const onDisk = Promise.withResolvers<boolean>();
    const write = sut.during('dlv_1', () => onDisk.promise);
    const asked = sut.untilWritten('dlv_1');
    const later = new Promise((resolve) => setImmediate(resolve, 'waits'));
    expect(await Promise.race([asked, later])).toBe('waits');
    onDisk.resolve(true);
    expect([await write, await asked, await sut.untilWritten('dlv_1')]).toEqual([true, true, false]);
  });

  it('forgets an end that could not be written', async () => {
    const write = sut.during('dlv_1', () => Promise.reject(new Error('no space')));
    const asked = sut.untilWritten('dlv_1');
    await expect(write).rejects.toThrow('no space');
    expect([await asked, await sut.untilWritten('dlv_1')]).toEqual([false, false]);
  });

  it('remembers the last 1,000 sent deliveries', async () => {
    for (let n = 0; n <= 1_000; n++) sut.noteSent(`dlv_${n}`);
    expect([await sut.untilWritten('dlv_0'), await sut.untilWritten('dlv_1')]).toEqual([false, true]);
  });
});

import { Count } from './count.js';
import type { Draw } from './counts.repository.js';
import type { Limit } from './limits.service.js';

const limit: Limit = {
  budget: 'b',
  subject: 's',
  period: '2026-11-24',
  unit: 'tokens',
  most: 1_000,
  endsAt: 0,
};
const drawn = (draw: Draw, more: object = {}) => ({
  ...limit,
  used: draw.wanted,
  spent: 0,
  drawn: draw.wanted,
  warned: 0,
  ...more,
});

describe('a count of a budget', () => {
  const reserved = (amount: number) => {
    const sut = new Count(limit, 0);
    const draw = sut.drawFor(amount);
    sut.receive(drawn(draw), draw);
    sut.reserve(amount, 0);
    return sut;
  };

  it('draws a twentieth of the limit ahead', () => {
    expect(new Count(limit, 0).drawFor(300)).toMatchObject({ wanted: 350, overdrawn: 0, spent: 0 });
  });

  it('draws no more ahead of a large limit than 16 calls like the last, and nothing near the limit', () => {
    const sut = new Count({ ...limit, most: 1_000_000 }, 0);
    const draw = sut.drawFor(10);
    expect(draw).toMatchObject({ wanted: 170 });
    sut.receive(drawn(draw, { most: 1_000_000, used: 810_000 }), draw);
    expect(sut.drawFor(200)).toMatchObject({ wanted: 30 });
    expect(sut.drawBack(2_000)).toMatchObject({ wanted: -170 });
  });

  it('keeps what a call did not use for a moment, then a twentieth, then nothing', () => {
    const sut = reserved(300);
    sut.settle({ reserved: 300, used: 100 }, 0);
    expect([sut.free, sut.drawBack(500)]).toEqual([250, expect.objectContaining({ spent: 100, wanted: -0 })]);
    expect(sut.drawBack(2_000)).toMatchObject({ wanted: -200 });
    expect(sut.drawBack(60_000)).toMatchObject({ wanted: -50 });
    expect(sut.free).toBe(0);
  });

  it('gives back at once what others may wait for', () => {
    const sut = new Count(limit, 0);
    const draw = sut.drawFor(900);
    sut.receive(drawn(draw, { drawn: 700, used: 1_000 }), draw);
    sut.reserve(700, 0);
    sut.settle({ reserved: 700, used: 100 }, 0);
    expect(sut.isUrgent).toBe(true);
    expect(sut.drawBack(0)).toMatchObject({ wanted: -600, spent: 100 });
  });

  it('counts in any case what a call used beyond its reservation', () => {
    const sut = reserved(300);
    sut.settle({ reserved: 300, used: 400 }, 0);
    expect(sut.isUrgent).toBe(true);
    const draw = sut.drawBack(0)!;
    expect(draw).toMatchObject({ overdrawn: 50, spent: 400 });
    sut.receive(drawn(draw, { spent: 400 }), draw);
    expect([sut.free, sut.isUrgent]).toEqual([0, false]);
  });

  it('never has again what a failed transaction may have given back', () => {
    const sut = reserved(300);
    sut.settle({ reserved: 300, used: 0 }, 0);
    sut.drawBack(60_000);
    expect(sut.free).toBe(0);
  });

  it('is spent for an amount that the limit has no room for once all calls have ended', () => {
    const sut = reserved(300);
    expect(sut.isSpentFor(1_000)).toBe(false);
    sut.settle({ reserved: 300, used: 300 }, 0);
    expect([sut.isSpentFor(700), sut.isSpentFor(701)]).toEqual([false, true]);
  });

  it('is spent after a wait in vain, whatever others draw and give back, until a call gets some', () => {
    const sut = reserved(300);
    sut.giveUp();
    const draw = sut.drawFor(900);
    sut.receive(drawn(draw, { drawn: 20, used: 990 }), draw);
    expect(sut.isSpentFor(500)).toBe(true);
    sut.reserve(20, 0);
    expect(sut.isSpentFor(500)).toBe(false);
  });

  it('is forgotten after a minute without a call, once nothing of it is left, and not while a call is under way', () => {
    const sut = reserved(350);
    expect([sut.free, sut.isOver(100_000)]).toEqual([50, false]);
    // Nothing is held and nothing spent.
    sut.reserve(50, 0);
    expect(sut.isOver(100_000)).toBe(false);
    sut.settle({ reserved: 50, used: 0 }, 0);
    sut.settle({ reserved: 350, used: 100 }, 0);
    expect(sut.isOver(60_000)).toBe(false);
    const back = sut.drawBack(60_000)!;
    expect(back).toEqual({ limit, wanted: -300, overdrawn: 0, spent: 100 });
    expect(sut.isOver(60_000)).toBe(false);
    sut.receive(drawn(back, { used: 100, spent: 100 }), back);
    expect([sut.isOver(59_999), sut.isOver(60_000), sut.drawBack(60_000)]).toEqual([false, true, undefined]);
    sut.call(limit, 1);
    expect(sut.isOver(60_000)).toBe(false);
  });

  it('keeps less from exactly a second and a minute without a call on', () => {
    const sut = reserved(300);
    sut.settle({ reserved: 300, used: 0 }, 5_000);
    expect(sut.drawBack(5_999)).toBeUndefined();
    expect(sut.drawBack(6_000)).toMatchObject({ wanted: -300 });
    expect([sut.free, sut.drawBack(64_999)]).toEqual([50, undefined]);
    expect(sut.drawBack(65_000)).toMatchObject({ wanted: -50 });
  });

  it('draws nothing for what is free, and what is missing with what to keep ahead otherwise', () => {
    const sut = new Count(limit, 0);
    const draw = sut.drawFor(100);
    sut.receive(drawn(draw), draw);
    expect(sut.isOver(100_000)).toBe(false);
    expect([sut.free, sut.drawFor(150)]).toEqual([150, expect.objectContaining({ wanted: 0 })]);
    expect(sut.drawFor(151)).toMatchObject({ wanted: 51 });
  });

  it('keeps something ahead up to exactly four fifths of the limit', () => {
    const wantedAt = (used: number) => {
      const sut = new Count(limit, 0);
      const draw = sut.drawFor(10);
      sut.receive(drawn(draw, { drawn: 10, used }), draw);
      return sut.drawFor(20).wanted;
    };
    expect([wantedAt(800), wantedAt(801)]).toEqual([60, 10]);
  });

  it('has what a lowered limit leaves, and that of an allowance', () => {
    const sut = new Count(limit, 0);
    const draw = sut.drawFor(300);
    sut.receive(drawn(draw, { used: 600, most: 500 }), draw);
    expect(sut.free).toBe(250);
    sut.receive(drawn({ ...draw, wanted: 0 }, { used: 600, most: 2_000 }), { ...draw, wanted: 0 });
    expect([sut.free, sut.isSpentFor(2_000), sut.isSpentFor(2_001)]).toEqual([350, false, true]);
    expect(sut.call({ ...limit, most: 5 }, 0).limit.most).toBe(5);
  });

  it('is urgent when calls used too much, or others wait for what is left; not after a draw that got all', () => {
    const sut = reserved(300);
    expect([sut.free, sut.isUrgent]).toEqual([50, false]);
    const tight = sut.drawFor(900);
    sut.receive(drawn(tight, { drawn: 700, used: 1_000 }), tight);
    expect(sut.isUrgent).toBe(true);
    sut.reserve(750, 0);
    expect([sut.free, sut.isUrgent]).toEqual([0, false]);
    sut.settle({ reserved: 750, used: 751 }, 0);
    expect(sut.isUrgent).toBe(true);
  });

  it('gives all back that no call has reserved when the process ends, and says what was spent', () => {
    expect(new Count(limit, 0).drawAllBack()).toBeUndefined();
    const sut = reserved(300);
    expect(sut.drawAllBack()).toMatchObject({ wanted: -50, spent: 0 });
    sut.settle({ reserved: 300, used: 300 }, 0);
    expect(sut.drawAllBack()).toMatchObject({ wanted: -0, overdrawn: 0, spent: 300 });
    const over = reserved(350);
    over.settle({ reserved: 350, used: 410 }, 0);
    expect(over.drawAllBack()).toMatchObject({ wanted: -0, overdrawn: 10, spent: 410 });
  });

  it('remembers the highest percentage that was reported here or elsewhere', () => {
    const sut = new Count(limit, 0);
    const draw = sut.drawFor(10);
    const warnedAfter = (warned: number) => {
      sut.receive(drawn(draw, { warned }), draw);
      return sut.warned;
    };
    expect([sut.warned, warnedAfter(80), warnedAfter(0)]).toEqual([0, 80, 80]);
    sut.warn(100);
    expect(sut.warned).toBe(100);
  });
});

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
  ...{ used: draw.wanted, spent: 0, drawn: draw.wanted, warned: 0, ...more },
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

  it('is forgotten when it is idle, and not while a call is under way', () => {
    const sut = reserved(350);
    expect(sut.isOver(100_000)).toBe(false);
  });
});

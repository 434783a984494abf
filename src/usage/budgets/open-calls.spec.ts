import { type CallAmounts, OpenCalls } from './open-calls.js';

const dimensions = {
  day: '2026-11-24',
  agent: 'main',
  model: 'm',
  channel: 'fake',
  sender: 'fake:ann',
  conversation: 'fake:default:chat-ann',
  key_id: '',
};
const amounts = (input: number, output: number, cost: number): CallAmounts => ({ input, output, cost });
const CALL = amounts(100, 200, 300);
const call = { dimensions, isPriced: true };

describe('the open calls of a process', () => {
  let sut: OpenCalls;
  /** Stores a row that has room for a call. */
  const store = (further = CALL, now = 0) => {
    const row = sut.rowFor(call, further)!;
    sut.stored([row], now);
    return row;
  };
  beforeEach(() => (sut = new OpenCalls()));

  it('cover a call once its row is stored, with a quarter more than it needs', () => {
    expect(sut.covers(dimensions, CALL)).toBe(false);
    expect(() => sut.begin(dimensions, CALL, 0)).toThrow('before the database knows');
    const row = store();
    expect(row).toEqual({ ...call, ...amounts(125, 250, 375), id: expect.stringMatching(/^use_/) });
    expect(sut.covers(dimensions, amounts(125, 250, 375))).toBe(true);
    for (const more of [amounts(126, 250, 375), amounts(125, 251, 375), amounts(125, 250, 376)])
      expect([more, sut.covers(dimensions, more)]).toEqual([more, false]);
    expect(sut.covers({ ...dimensions, sender: 'fake:ben' }, amounts(0, 0, 0))).toBe(false);
  });

  it('need a larger row while they are under way, and none once they have ended', () => {
    const { id } = store();
    const ended = sut.begin(dimensions, CALL, 0);
    expect(sut.covers(dimensions, CALL)).toBe(false);
    const grown = sut.rowFor(call, CALL);
    expect(grown).toEqual({ ...call, id, ...amounts(250, 500, 750) });
    ended();
    expect([sut.covers(dimensions, CALL), sut.rowFor(call, CALL)]).toEqual([true, undefined]);
  });

  it('never make a row smaller where one amount grows, and round up', () => {
    store();
    expect(sut.rowFor(call, amounts(1, 251, 1))).toMatchObject(amounts(125, 314, 375));
  });

  it('are forgotten when they have ended and none followed for a second, and not before', () => {
    const { id } = store(CALL, 5_000);
    expect(sut.takeQuiet(5_999)).toEqual([]);
    const ended = sut.begin(dimensions, CALL, 7_000);
    expect(sut.takeQuiet(60_000)).toEqual([]);
    ended();
    expect(sut.takeQuiet(7_999)).toEqual([]);
    expect(sut.takeQuiet(8_000)).toEqual([id]);
    expect([sut.covers(dimensions, amounts(0, 0, 0)), sut.takeQuiet(9_000)]).toEqual([false, []]);
  });

  it.each([amounts(1, 0, 0), amounts(0, 1, 0), amounts(0, 0, 1)])(
    'are not forgotten with %j open',
    (open) => {
      store();
      sut.begin(dimensions, open, 0);
      expect(sut.takeQuiet(60_000)).toEqual([]);
    },
  );

  it('keep their row when it is stored again, as used now', () => {
    const { id } = store();
    store(amounts(200, 400, 600), 4_500);
    expect([sut.takeQuiet(5_000), sut.takeQuiet(5_500)]).toEqual([[], [id]]);
  });

  it('are forgotten with a person whom they name', () => {
    store();
    sut.forget(['fake:ben']);
    expect(sut.covers(dimensions, CALL)).toBe(true);
    sut.forget(['fake:ann']);
    expect(sut.covers(dimensions, CALL)).toBe(false);
  });
});

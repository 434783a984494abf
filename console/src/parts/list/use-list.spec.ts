import { createElement } from 'preact';
import { fakePage } from '../../testing/page.js';
import type * as ofList from './use-list.js';

type Page = ofList.Page<number>;
type Reading = PromiseWithResolvers<Page> & { readonly limit: number; readonly cursor?: string };

describe('a list', () => {
  let world: Awaited<ReturnType<typeof fakePage>>;
  let useList: (typeof ofList)['useList'];
  let readings: Reading[];
  let list: ofList.List<number>;
  beforeAll(async () => {
    world = await fakePage();
    ({ useList } = await import('./use-list.js'));
  });
  beforeEach(() => (readings = []));
  afterEach(() => world.end());

  const Probe = ({ name }: { readonly name: string }) => {
    list = useList(name, (page) => {
      const reading = { ...page, ...Promise.withResolvers<Page>() };
      readings.push(reading);
      return reading.promise;
    });
    return null;
  };
  const show = (name = 'all') => world.draw(createElement(Probe, { name }));
  /** Answers what is read: 50 rows from there on, of 1,000. */
  const answerAll = async () => {
    while (readings.length > 0) {
      const { cursor = '0' } = readings[0]!;
      const items = Array.from({ length: 50 }, (_, n) => Number(cursor) + n);
      const next_cursor = Number(cursor) + 50 < 1_000 ? String(Number(cursor) + 50) : null;
      await world.act(() => readings.shift()!.resolve({ items, next_cursor }));
    }
  };
  const more = () => world.act(() => list.more!());
  const shown = () => list.data && [list.data[0], list.data.at(-1)];

  it('keeps its rows while one page more is read', async () => {
    await show();
    expect(shown()).toBeUndefined();
    await answerAll();
    expect(shown()).toEqual([0, 49]);
    await more();
    expect(shown()).toEqual([0, 49]);
    await answerAll();
    expect(shown()).toEqual([0, 99]);
  });

  it('does not show the rows of another part as its own: behind 500, and on the way back', async () => {
    await show();
    await answerAll();
    for (let page = 1; page < 10; page++) await more().then(answerAll);
    expect(shown()).toEqual([0, 499]);
    await more();
    expect(shown()).toBeUndefined();
    await answerAll();
    expect(shown()).toEqual([500, 549]);
    await world.act(() => list.back!());
    expect(shown()).toBeUndefined();
    await world.act(() => readings.shift()!.reject(new Error('no answer')));
    expect([shown(), list.failure?.code]).toEqual([undefined, 'PAGE']);
  });

  it('does not show the rows of another list as its own', async () => {
    await show();
    await answerAll();
    await show('held');
    expect(shown()).toBeUndefined();
    await answerAll();
    expect(shown()).toEqual([0, 49]);
  });
});

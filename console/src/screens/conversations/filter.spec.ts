import { createElement } from 'preact';
import { fakePage } from '../../testing/page.js';
import type * as ofFilter from './filter.js';

describe('the filter of the conversations', () => {
  let world: Awaited<ReturnType<typeof fakePage>>;
  let modules: typeof ofFilter;
  beforeAll(async () => {
    const fetch = async () => Response.json({ items: [{ channel: 'imbridge' }] });
    const window = { location: { href: 'http://localhost/console/' } };
    Object.assign(globalThis, { fetch, window });
    world = await fakePage();
    modules = await import('./filter.js');
  });
  afterEach(() => world.end());

  it.each([
    ['', ['', 'imbridge']],
    ['channel=imbridge', ['', 'imbridge']],
    // A conversation outlives the configuration of its channel.
    ['channel=workchat', ['', 'imbridge', 'workchat']],
  ])(
    'offers the channels that are configured, and the one that it is set to: %j',
    async (query, channels) => {
      await world.draw(createElement(modules.FilterFields, { query: new URLSearchParams(query) }));
      await world.act(() => undefined);
      const [choice] = world.page.all('select');
      expect(choice!.all('option').map(({ text }) => text)).toEqual(['all', ...channels.slice(1)]);
    },
  );

  it.each([
    [
      'q=+Ann+&channel=imbridge&kind=group&held=true',
      { q: 'Ann', channel: 'imbridge', kind: 'group', held: 'true' },
    ],
    ['q=+&channel=&kind=any&held=yes', {}],
  ])('reads %s', (query, filter) => {
    expect(modules.filterIn(new URLSearchParams(query))).toEqual(filter);
  });
});

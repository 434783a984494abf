import { createElement } from 'preact';
import { FakeNode, fakePage } from '../../testing/page.js';
import type * as ofRouter from '../../frame/router.js';
import type * as ofLogs from './logs.js';

describe('the log', () => {
  let world: Awaited<ReturnType<typeof fakePage>>;
  let modules: { Logs: (typeof ofLogs)['default'] } & typeof ofRouter;
  const location = { href: '' };
  beforeAll(async () => {
    const replaceState = (_state: null, _title: string, href: string) => {
      location.href = new URL(href, location.href).href;
    };
    const fetch = async () => Response.json({ error: { code: 'NOT_FOUND', message: 'x' } }, { status: 404 });
    location.href = new URL('../../', import.meta.url).href;
    Object.assign(globalThis, {
      window: { location },
      history: { replaceState },
      fetch,
      HTMLElement: FakeNode,
    });
    world = await fakePage();
    // Nothing is followed there.
    Object.assign(document, { hidden: true });
    const { default: Logs } = await import('./logs.js');
    modules = { Logs, ...(await import('../../frame/router.js')) };
  });
  afterEach(() => world.end());

  it('has the filter that it had when an explanation is closed', async () => {
    const { Logs, go, hrefOf, place } = modules;
    const filter = { level: 'warn', event: 'evt_1', conversation: 'cnv_1' };
    go(hrefOf('logs', { ...filter, explain: 'evt_2' }), { isReplacing: true });
    await world.draw(createElement(Logs, { place: place.value }));
    await world.act(() => world.page.all('dialog')[0]!.fire('close'));
    expect(Object.fromEntries(place.value.query)).toEqual(filter);
  });
});

import { createElement } from 'preact';
import { FakeNode, fakePage } from '../../testing/page.js';
import type * as ofRouter from '../../frame/router.js';
import type * as ofDeliveries from './deliveries.js';

describe('the deliveries', () => {
  let world: Awaited<ReturnType<typeof fakePage>>;
  let modules: { Deliveries: (typeof ofDeliveries)['default'] } & typeof ofRouter;
  const location = { href: new URL('../../', import.meta.url).href };
  beforeAll(async () => {
    const replaceState = (_state: null, _title: string, href: string) => {
      location.href = new URL(href, location.href).href;
    };
    const fetch = async () => Response.json({ error: { code: 'NOT_FOUND', message: 'x' } }, { status: 404 });
    Object.assign(globalThis, {
      window: { location },
      history: { replaceState },
      fetch,
      HTMLElement: FakeNode,
    });
    world = await fakePage();
    const { default: Deliveries } = await import('./deliveries.js');
    modules = { Deliveries, ...(await import('../../frame/router.js')) };
  });
  afterEach(() => world.end());

  it('are those of the same state when one of them is closed', async () => {
    const { Deliveries, go, hrefOf, place } = modules;
    go(hrefOf('deliveries/dlv_1', { status: 'dead' }), { isReplacing: true });
    await world.draw(createElement(Deliveries, { place: place.value }));
    await world.act(() => world.page.all('dialog')[0]!.fire('close'));
    expect([place.value.rest, place.value.query.get('status')]).toEqual([[], 'dead']);
  });
});

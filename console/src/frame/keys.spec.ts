import { createElement } from 'preact';
import type { Role, Session, session as ofSession } from '../api/session.js';
import { fakePage } from '../testing/page.js';
import type * as ofKeys from './keys.js';
import type { SCREENS as ofScreens } from './screens.js';

type Pressed = Partial<Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'target'>>;

describe('the keys of the console', () => {
  let world: Awaited<ReturnType<typeof fakePage>>;
  let modules: typeof ofKeys & { session: typeof ofSession; SCREENS: typeof ofScreens };
  let paths: string[];
  const listeners = new Map<string, (event: object) => void>();
  beforeAll(async () => {
    const location = { href: 'http://localhost/console/' };
    const pushState = (_state: null, _title: string, href: string) => paths.push(href.split('/').at(-1)!);
    class HTMLElement {
      matches = () => true;
    }
    Object.assign(globalThis, { window: { location }, history: { pushState }, HTMLElement });
    world = await fakePage();
    Object.assign(document, {
      addEventListener: (type: string, listener: never) => listeners.set(type, listener),
      querySelector: () => null,
    });
    modules = {
      ...(await import('../api/session.js')),
      ...(await import('./keys.js')),
      ...(await import('./screens.js')),
    };
  });
  beforeEach(async () => {
    paths = [];
    await world.draw(createElement(modules.Keys, null));
  });
  afterEach(() => world.end());

  const as = (role: Role) => (modules.session.value = { role } as Session);
  const press = (...keys: (string | Pressed)[]) => {
    for (const key of keys) {
      const pressed = typeof key === 'string' ? { key } : key;
      listeners.get('keydown')!({ preventDefault: () => undefined, target: null, ...pressed });
    }
  };

  it('lead to the screens of the role alone', () => {
    for (const role of ['viewer', 'operator', 'owner'] as const) {
      as(role);
      paths = [];
      for (const { key } of modules.SCREENS) press('g', key);
      const ranks = ['viewer', 'operator', 'owner'];
      const seen = modules.SCREENS.filter((each) => ranks.indexOf(each.role) <= ranks.indexOf(role));
      expect(paths).toEqual(seen.map(({ path }) => path));
    }
    expect(new Set(modules.SCREENS.map(({ role }) => role)).size).toBeGreaterThan(1);
  });

  it('are listed for the role', async () => {
    as('viewer');
    await world.act(() => press('?'));
    const listed = world.page.all('dd').map(({ text }) => text);
    const own = modules.SCREENS.filter(({ role }) => role === 'viewer').map(({ title }) => title);
    expect(listed).toEqual([...own, 'This list']);
  });

  it.each<[string, (string | Pressed)[]]>([
    ['without the first', ['c']],
    ['after another key', ['g', 'x', 'c']],
    ['while someone writes', ['g', { key: 'c', target: new EventTarget() }]],
    ['that is held', ['g', { key: 'c', repeat: true }]],
    ['of the browser', ['g', { key: 'c', ctrlKey: true }]],
  ])('do nothing: a second one %s', (_, keys) => {
    as('owner');
    const field = new (globalThis.HTMLElement as new () => HTMLElement)();
    press(...keys.map((key) => (typeof key === 'object' && key.target ? { ...key, target: field } : key)));
    expect(paths).toEqual([]);
  });

  it('wait for no one, but until the mouse is used', () => {
    as('owner');
    press('g');
    listeners.get('pointerdown')!({});
    press('c');
    expect(paths).toEqual([]);
    press('g', 'c');
    expect(paths).toEqual(['conversations']);
  });
});

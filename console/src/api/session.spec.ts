import type * as ofSession from './session.js';
import type * as ofMemory from './tab-memory.js';

type Modules = typeof ofSession & typeof ofMemory;

/** A store of a browser, whose entries are its keys too. */
const makeStorage = (): Storage =>
  Object.defineProperties({} as Storage, {
    getItem: {
      value(this: Record<string, string>, name: string) {
        return this[name] ?? null;
      },
    },
    setItem: {
      value(this: Record<string, string>, name: string, text: string) {
        this[name] = text;
      },
    },
    removeItem: {
      value(this: Record<string, string>, name: string) {
        Reflect.deleteProperty(this, name);
      },
    },
  });

describe('the session of a browser', () => {
  let role: string;
  let storageListener: (event: { key: string; newValue: string | null }) => void;
  let modules: Modules;
  beforeAll(async () => {
    // Before the first import: the client of the API keeps the `fetch` that it finds.
    Object.assign(globalThis, {
      localStorage: makeStorage(),
      sessionStorage: makeStorage(),
      window: {
        addEventListener: (kind: string, listener: never) => {
          if (kind === 'storage') storageListener = listener;
        },
      },
      location: { hash: '' },
      fetch: async ({ method }: Request) => {
        if (method === 'DELETE') return new Response(null, { status: 204 });
        return Response.json({ role }, { status: role === '' ? 401 : 200 });
      },
    });
    modules = { ...(await import('./session.js')), ...(await import('./tab-memory.js')) };
  });
  beforeEach(() => {
    role = 'viewer';
  });

  it('is taken up from another tab, where it may be that of another operator', async () => {
    const { session, signIn, watchSession } = modules;
    await signIn('a token');
    expect(session.value?.role).toBe('viewer');
    watchSession();
    role = 'owner';
    const [key = ''] = Object.keys(localStorage);
    storageListener({ key, newValue: '2' });
    await new Promise<void>((resolve) => {
      session.subscribe((value) => {
        if (value?.role === 'owner') resolve();
      });
    });
    storageListener({ key, newValue: null });
    expect(session.value).toBeNull();
  });

  it('is over in all tabs, and not looked for again, once the gateway refuses it', async () => {
    const { session, endOfSession, signIn, start } = modules;
    await signIn('a token');
    expect(Object.keys(localStorage)).toHaveLength(1);
    role = '';
    await start();
    expect(Object.keys(localStorage)).toEqual([]);
    expect([session.value, endOfSession.value]).toEqual([null, 'Your session has ended. Sign in again.']);
  });

  it('leaves no input to the next sign-in', async () => {
    const { session, signIn, signOut, recall, remember } = modules;
    await signIn('a token');
    remember('draft', 'words');
    expect(recall('draft')).toBe('words');
    await signOut();
    expect([recall('draft'), session.value]).toEqual([undefined, null]);
    // Other tabs are told by that, and the next page asks for no session.
    expect(Object.keys(localStorage)).toEqual([]);
  });
});

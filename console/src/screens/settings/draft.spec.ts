import type { Session } from '../../api/session.js';
import type * as ofSession from '../../api/session.js';
import type * as ofDraft from './draft.js';

const BASE = { value: {}, tag: '"1"' } as Parameters<(typeof ofDraft)['keepDraft']>[1];
const CHANGES = new Map([['dataApi.secret', 'typed']]);

describe('the draft of the settings', () => {
  let modules: typeof ofSession & typeof ofDraft;
  beforeAll(async () => {
    // Before the first import: a page warns before it is closed.
    const window = { addEventListener: () => undefined, removeEventListener: () => undefined };
    Object.assign(globalThis, { window });
    modules = { ...(await import('../../api/session.js')), ...(await import('./draft.js')) };
  });
  const signedIn = (actor: string, role: Session['role']) => {
    modules.session.value = { actor, role } as Session;
  };
  const left = () => modules.draft.value.changes.size;

  it('outlives the session of the person who wrote it, whatever role they have then', () => {
    signedIn('token:tok_ann', 'operator');
    modules.keepDraft(CHANGES, BASE);
    modules.session.value = null;
    expect(left()).toBe(1);
    signedIn('token:tok_ann', 'owner');
    expect(left()).toBe(1);
  });

  it('is forgotten when another person is signed in, also one with the same role', () => {
    signedIn('token:tok_ann', 'owner');
    modules.keepDraft(CHANGES, BASE);
    signedIn('token:tok_ben', 'owner');
    expect(left()).toBe(0);
  });

  it('is forgotten when its person signs out', () => {
    signedIn('token:tok_ann', 'owner');
    modules.keepDraft(CHANGES, BASE);
    modules.isSigningOut.value = true;
    expect(left()).toBe(0);
    modules.isSigningOut.value = false;
  });
});

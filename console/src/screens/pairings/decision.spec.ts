import { createElement } from 'preact';
import type { Session } from '../../api/session.js';
import { fakePage } from '../../testing/page.js';
import type * as ofDecision from './decision.js';
import type { Pairing } from './pairing.js';

const ANN = { channel: 'imbridge', account: 'work', sender_id: '+12025550143' };

describe('the decision about a request', () => {
  let world: Awaited<ReturnType<typeof fakePage>>;
  let Decision: (typeof ofDecision)['Decision'];
  let calls: string[];
  beforeAll(async () => {
    // Before the first import: the client of the API keeps the `fetch` that it finds.
    const fetch = async (request: Request) => {
      const { pathname, searchParams } = new URL(request.url);
      const path = pathname.replace(/^.*\/v1/, '');
      calls.push([request.method, path, ...searchParams.values(), await request.text()].join(' ').trim());
      return Response.json({ items: [{ id: 'grt_1' }] });
    };
    Object.assign(globalThis, { fetch });
    world = await fakePage();
    ({ Decision } = await import('./decision.js'));
    const { session } = await import('../../api/session.js');
    session.value = { role: 'operator' } as Session;
  });
  beforeEach(() => {
    calls = [];
  });
  afterEach(() => world.end());

  const press = async (status: Pairing['status'], button: string) => {
    const pairing = { ...ANN, id: 'pair_1', code: 'ABCD2345', sender_name: null, status } as Pairing;
    const onDecidedElsewhere = (failure: unknown) => {
      throw failure;
    };
    const onChange = async () => undefined;
    await world.draw(createElement(Decision, { pairing, onChange, onDecidedElsewhere }));
    await world.act(() => world.page.button(button).fire('click'));
    return calls;
  };

  it('is taken back at the account where it was made', async () => {
    expect(await press('approved', 'Revoke')).toEqual([
      'GET /grants imbridge work +12025550143',
      'DELETE /grants/grt_1',
    ]);
  });

  it('is overruled by a grant at the account where the sender asked', async () => {
    expect(await press('denied', 'Give access')).toEqual([`POST /grants ${JSON.stringify(ANN)}`]);
  });

  it.each(['Approve', 'Deny'])('is made about the request itself: %s', async (verb) => {
    const [call, ...more] = await press('pending', verb);
    expect(call).toContain(`POST /pairings/pair_1/${verb.toLowerCase()}`);
    expect(more).toEqual([]);
  });
});

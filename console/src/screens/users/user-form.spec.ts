import { createElement } from 'preact';
import { fakePage } from '../../testing/page.js';
import type { Tagged } from './change-user.js';
import type * as ofForm from './user-form.js';

const BOB = { id: 'usr_1', email: 'bob@example.org', display_name: 'Bob', status: 'active' };
const userOf = (tag: string, more: Partial<typeof BOB> = {}) =>
  ({ tag, value: { ...BOB, ...more } }) as unknown as Tagged;

describe('the form of a user', () => {
  let world: Awaited<ReturnType<typeof fakePage>>;
  let UserForm: (typeof ofForm)['UserForm'];
  /** The tag and the body of each change. */
  let sent: unknown[];
  let status: number;
  let reads: number;
  beforeAll(async () => {
    // Before the first import: the client of the API keeps the `fetch` that it finds.
    const fetch = async (request: Request) => {
      sent.push([request.headers.get('if-match'), await request.json()]);
      const error = { code: 'PRECONDITION_FAILED', message: 'It was changed meanwhile.' };
      return Response.json(status === 412 ? { error } : {}, { status });
    };
    Object.assign(globalThis, { fetch });
    world = await fakePage();
    ({ UserForm } = await import('./user-form.js'));
  });
  beforeEach(() => {
    [sent, status, reads] = [[], 200, 0];
  });
  afterEach(() => world.end());

  const show = (user: Tagged) =>
    world.draw(createElement(UserForm, { user, onChange: async () => void reads++ }));
  const fields = () => world.page.all('input');
  const type = (at: number, text: string) => world.act(() => fields()[at]!.fire('input', text));
  const save = () => world.act(() => world.page.all('form')[0]!.fire('submit'));
  const press = (button: string) => world.act(() => world.page.button(button).fire('click'));
  const isOvertaken = () => world.page.all('dl').length > 0;

  it('sends what was typed alone, with the version that it was typed over', async () => {
    await show(userOf('"1"'));
    await type(1, 'Bobby');
    await save();
    expect(sent).toEqual([['"1"', { display_name: 'Bobby' }]]);
  });

  it('overwrites no change that another operator made meanwhile', async () => {
    await show(userOf('"1"'));
    await type(1, 'Bobby');
    await show(userOf('"2"', { display_name: 'Robert' }));
    expect(isOvertaken()).toBe(true);
    status = 412;
    await save();
    expect([sent, reads]).toEqual([[['"1"', { display_name: 'Bobby' }]], 1]);
    expect(world.page.text).toContain('It was changed meanwhile.');
  });

  it('overwrites it where that was chosen, and only what was typed', async () => {
    await show(userOf('"1"'));
    await type(1, 'Bobby');
    await show(userOf('"2"', { email: 'robert@example.org', display_name: 'Robert' }));
    await press('Keep yours');
    expect(isOvertaken()).toBe(false);
    await save();
    expect(sent).toEqual([['"2"', { email: 'bob@example.org', display_name: 'Bobby' }]]);
  });

  it('sends the newest version after theirs was taken, and after a success', async () => {
    await show(userOf('"1"'));
    await type(1, 'Bobby');
    await show(userOf('"2"', { display_name: 'Robert' }));
    await press('Use theirs');
    await type(0, 'r@example.org');
    await save();
    await show(userOf('"3"', { email: 'r@example.org', display_name: 'Robert' }));
    await type(1, 'Rob');
    await save();
    expect(sent).toEqual([
      ['"2"', { email: 'r@example.org' }],
      ['"3"', { display_name: 'Rob' }],
    ]);
  });
});

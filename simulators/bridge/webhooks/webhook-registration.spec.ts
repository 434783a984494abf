import { bridgeSetup } from '../../testing/setup.js';

const t = bridgeSetup();
beforeEach(t.start);
afterEach(t.stop);
const url = 'http://127.0.0.1:9/hook?secret=s';
const register = (body: object) => t.api('POST /webhook', body);

describe('webhook registration (imbridge-wire 2.9)', () => {
  it('creates, lists and deletes', async () => {
    const created = await register({ url, events: ['new-message'] });
    expect(created.json).toMatchObject({
      status: 200,
      message: 'Successfully created webhook!',
      data: { id: 1, url, events: ['new-message'] },
    });
    const list = await t.api('GET /webhook');
    expect(list.json).toMatchObject({ message: 'Successfully fetched webhooks!', data: [{ id: 1, url }] });
    expect((await t.api('DELETE /webhook/1')).json).toEqual({
      status: 200,
      message: 'Successfully deleted webhook!',
    });
    expect(t.sut.webhooks).toEqual([]);
  });

  it('returns the old row with its old events for an url that is already there', async () => {
    await register({ url, events: ['new-message'] });
    const again = await register({ url, events: ['new-message', 'updated-message'] });
    expect(again.json).toMatchObject({ status: 200, data: { id: 1, events: ['new-message'] } });
    expect(t.sut.webhooks).toHaveLength(1);
  });

  it.each([
    [
      'an url without scheme',
      { url: 'gateway/hook', events: ['*'] },
      'Webhook URL must include an HTTP scheme!',
    ],
    ['an event that is no text', { url, events: [7] }, 'Webhook events must be strings!'],
    ['no events', { url, events: [] }, 'The events field is required.'],
    ['no url', { events: ['*'] }, 'The url field is required.'],
  ])('refuses %s', async (_name, body, message) => {
    expect((await register(body)).json).toMatchObject({ status: 400, error: { message } });
  });

  it('refuses the whole call because of one unknown event', async () => {
    const { json } = await register({ url, events: ['new-message', 'message-reaction'] });
    expect(json.error?.message).toMatch(
      /^Invalid webhook event: message-reaction! Webhook must be one of: \*, /,
    );
    expect(t.sut.webhooks).toEqual([]);
  });

  it('answers 500 to a filter by id or by an unknown url', async () => {
    await register({ url, events: ['*'] });
    expect((await t.api('GET /webhook?id=1')).status).toBe(500);
    expect((await t.api('GET /webhook?url=http%3A%2F%2Fother')).status).toBe(500);
    expect((await t.api(`GET /webhook?url=${encodeURIComponent(url)}`)).json.data).toHaveLength(1);
  });

  it('answers 404 for an unknown id and 500 for one that is no number', async () => {
    await register({ url, events: ['*'] });
    expect((await t.api('DELETE /webhook/9')).json).toMatchObject({
      status: 404,
      error: { type: 'Database Error', message: 'Webhook does not exist!' },
    });
    expect((await t.api('DELETE /webhook/all')).status).toBe(500);
    expect(t.sut.webhooks).toHaveLength(1);
  });

  it('survives a restart of the bridge', async () => {
    await register({ url, events: ['*'] });
    await t.sut.restart();
    expect(t.sut.webhooks).toHaveLength(1);
  });
});

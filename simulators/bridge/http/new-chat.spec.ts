import { ANNE, BEN, bridgeSetup } from '../../testing/setup.js';

const t = bridgeSetup();
beforeEach(t.start);
afterEach(t.stop);
const create = (body: object) => t.api('POST /chat/new', body);

describe('POST /chat/new (imbridge-wire 2.7)', () => {
  it('sends the first message by making the chat', async () => {
    const { json } = await create({ addresses: [ANNE], message: 'hi', tempGuid: 't-1' });
    expect(json).toMatchObject({
      status: 200,
      message: 'Successfully created chat!',
      data: {
        guid: `iMessage;-;${ANNE}`,
        participants: [{ address: ANNE }],
        messages: [{ text: 'hi', tempGuid: 't-1', isFromMe: true }],
      },
    });
    expect(t.sut.sentMessages()).toHaveLength(1);
  });

  it('makes a group by the Private API only', async () => {
    const byScript = await create({ addresses: [ANNE, BEN], message: 'hi' });
    expect(byScript.json).toMatchObject({
      status: 500,
      error: { type: 'Server Error', message: 'Cannot create group chats on macOS Big Sur or newer!' },
    });
    const { json } = await create({ addresses: [ANNE, BEN], message: 'hi', method: 'private-api' });
    expect(json.data?.guid).toMatch(/^iMessage;\+;chat\d+$/);
  });

  it.each([
    ['apple-script', 'A message is required when creating chats on macOS Big Sur or newer!'],
    ['private-api', 'A message is required when creating chats with the Private API!'],
  ])('refuses a call by %s without a message', async (method, message) => {
    const { json } = await create({ addresses: [ANNE], method });
    expect(json).toMatchObject({ status: 500, error: { type: 'Server Error', message } });
  });

  it('answers a failed send with the unhandled 500', async () => {
    t.sut.faults.sends.next({ kind: 'apple-error', code: 22 });
    const { json } = await create({ addresses: [ANNE], message: 'hi' });
    expect(json).toMatchObject({ status: 500, error: { type: 'Server Error' } });
  });

  it('makes SMS chats and validates the service', async () => {
    const { json } = await create({ addresses: [ANNE], message: 'hi', service: 'SMS' });
    expect(json.data?.guid).toBe(`SMS;-;${ANNE}`);
    expect((await create({ addresses: [ANNE], message: 'hi', service: 'fax' })).status).toBe(400);
    expect((await create({ addresses: [], message: 'hi' })).status).toBe(400);
  });
});

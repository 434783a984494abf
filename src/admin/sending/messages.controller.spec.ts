import { adminApp, errorOf } from '../../../test/support/admin-app.js';

const wanted = { channel: 'imbridge', target: '+12025550143', message: 'Hello' };
const SENT = { deliveryIds: ['dlv_1', 'dlv_2'], isReplay: false };

const sut = adminApp();
beforeEach(() => {
  sut.services.operatorMessages.send.mockResolvedValue(SENT);
});

const asked = () => sut.services.operatorMessages.send.mock.calls.map(([, ...rest]) => rest);

describe('POST /messages', () => {
  it('answers 202 with the id of the first delivery, and of all', async () => {
    const { status, body, headers } = await sut.call('POST /messages', wanted);
    expect([status, body]).toEqual([202, { delivery_id: 'dlv_1', delivery_ids: ['dlv_1', 'dlv_2'] }]);
    expect(headers).not.toHaveProperty('idempotent-replayed');
    expect(sut.services.operatorMessages.send.mock.calls[0]![0]).toMatchObject({ id: 'token:owner' });
    expect(asked()).toEqual([[wanted, undefined]]);
  });

  it('accepts every field of the contract', async () => {
    const media = { buffer: 'AAAA', filename: 'a.bin', as_voice: false };
    const card = { type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: 'x' }] };
    const all = { ...wanted, account: 'two', card, media, reply_to: 'm-1', reply_style: 'thread' };
    expect((await sut.call('POST /messages', all)).status).toBe(202);
    const file = { buffer: 'AAAA', filename: 'a.bin', asVoice: false };
    const request = { ...wanted, account: 'two', card, media: file, replyTo: 'm-1', replyStyle: 'thread' };
    expect(asked()).toEqual([[request, undefined]]);
  });

  it('passes the Idempotency-Key on, marks a repeat, and refuses a malformed key', async () => {
    sut.services.operatorMessages.send.mockResolvedValue({ ...SENT, isReplay: true });
    const { headers } = await sut.call('POST /messages', wanted).set('Idempotency-Key', 'key-1');
    expect(headers['idempotent-replayed']).toBe('true');
    expect(asked()).toEqual([[wanted, 'key-1']]);
    const { status, body } = await sut.call('POST /messages', wanted).set('Idempotency-Key', 'two words');
    expect([status, errorOf(body).details]).toEqual([
      400,
      'Idempotency-Key must be 1 to 255 visible ASCII characters',
    ]);
  });

  it.each<[object, string]>([
    [{ channel: undefined }, 'channel is required'],
    [{ target: undefined }, 'target is required'],
    [{ target: '' }, 'target is empty'],
    [{ message: '  \n ' }, 'message must not be empty'],
    [{ message: 'a\0b' }, 'message must not contain NUL characters or lone surrogates'],
    [{ message: 'x'.repeat(100_001) }, 'message must be shorter than or equal to 100000 characters'],
    [{ message: 5 }, 'message must be a string'],
    [{ card: 'x' }, 'card must be an object'],
    [{ media: 'AAAA' }, 'media must be an object'],
    [{ media: { buffer: '' } }, 'media.buffer is empty'],
    [{ media: { buffer: 'AAAA', as_voice: 'yes' } }, 'media.as_voice must be a boolean value'],
    [{ reply_style: 'loud' }, 'reply_style must be one of the following values: thread, top-level'],
    [{ colour: 'red' }, 'colour is unknown'],
  ])('refuses %j', async (change, details) => {
    const { status, body } = await sut.call('POST /messages', { ...wanted, ...change });
    expect([status, errorOf(body).details]).toEqual([400, details]);
    expect(asked()).toEqual([]);
  });

  it('accepts a body with the largest file, and refuses a larger one', async () => {
    const buffer = 'A'.repeat(11_000_000);
    expect((await sut.call('POST /messages', { ...wanted, media: { buffer } })).status).toBe(202);
    const larger = { buffer: buffer + buffer };
    expect((await sut.call('POST /messages', { ...wanted, media: larger })).status).toBe(413);
  });
});

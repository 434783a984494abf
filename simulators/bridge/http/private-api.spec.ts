import { ANNE, bridgeSetup } from '../../testing/setup.js';

const t = bridgeSetup();
beforeEach(t.start);
afterEach(t.stop);
const chat = encodeURIComponent(`iMessage;-;${ANNE}`);
const OFF = 'iMessage Private API is not enabled!';
const NO_HELPER = 'iMessage Private API Helper is not connected!';

const GATED: readonly { readonly request: string; readonly body?: object }[] = [
  { request: `POST /chat/${chat}/read` },
  { request: `POST /chat/${chat}/unread` },
  { request: `POST /chat/${chat}/typing` },
  { request: `DELETE /chat/${chat}/typing` },
  { request: `POST /chat/${chat}/leave` },
  { request: `POST /chat/${chat}/participant`, body: { address: ANNE } },
  { request: `DELETE /chat/${chat}/participant`, body: { address: ANNE } },
  { request: `PUT /chat/${chat}`, body: { displayName: 'x' } },
  { request: `POST /chat/${chat}/icon` },
  { request: `DELETE /chat/${chat}/icon` },
  { request: 'POST /message/react', body: {} },
  { request: 'POST /attachment/upload' },
  { request: `GET /handle/availability/imessage?address=${encodeURIComponent(ANNE)}` },
  { request: 'GET /icloud/account' },
];

describe('without the Private API (imbridge-wire 1.6)', () => {
  it.each(GATED)('$request answers the fixed sentence of the gate', async ({ request, body }) => {
    t.sut.faults.privateApiOff = true;
    expect((await t.api(request, body)).json).toEqual({
      status: 500,
      message:
        'Please make sure you have completed the setup for the Private API, and your helper is connected!',
      error: { type: 'iMessage Error', message: OFF },
    });
    t.sut.faults.privateApiOff = false;
    t.sut.faults.helperOff = true;
    expect((await t.api(request, body)).json.error?.message).toBe(NO_HELPER);
  });

  it('text, edit and unsend report the missing Private API as their own error', async () => {
    const { guid } = t.sut.receiveText({ from: ANNE, text: 'hello' });
    t.sut.faults.helperOff = true;
    const text = { chatGuid: `iMessage;-;${ANNE}`, message: 'hi', method: 'private-api' };
    const edit = { editedMessage: 'a', backwardsCompatibilityMessage: 'b' };
    const answers = [
      await t.api('POST /message/text', text),
      await t.api(`POST /message/${guid}/edit`, edit),
      await t.api(`POST /message/${guid}/unsend`, {}),
    ];
    expect(answers.map((each) => each.json.message)).toEqual([
      'Message Send Error',
      'Message Edit Error',
      'Unsend Message Error',
    ]);
    expect(answers.map((each) => each.json.error)).toEqual(
      Array(3).fill({ type: 'iMessage Error', message: NO_HELPER }),
    );
  });

  it('chat/new answers the unhandled 500', async () => {
    t.sut.faults.privateApiOff = true;
    const { json } = await t.api('POST /chat/new', {
      addresses: [ANNE],
      message: 'hi',
      method: 'private-api',
    });
    expect(json).toMatchObject({
      status: 500,
      message: 'An unhandled error has occurred!',
      error: { type: 'Server Error', message: OFF },
    });
  });

  it('a wrong clock of the Mac shows in the Date of every answer, and in server/info', async () => {
    t.sut.faults.clockAheadMs = 600_000;
    const { headers, json } = await t.api('GET /server/info');
    expect(Math.abs(Date.parse(headers.get('date')!) - Date.now() - 600_000)).toBeLessThan(2_000);
    expect(json.data?.macos_time_sync).toBeCloseTo(600, 0);
    const { headers: refused } = await t.api('GET /server/info', undefined, 'password=wrong');
    expect(Date.parse(refused.get('date')!)).toBeGreaterThan(Date.now() + 500_000);
  });

  it('server/info shows whether the Private API is on and whether its helper is connected', async () => {
    const info = async () => (await t.api('GET /server/info')).json.data;
    expect(await info()).toMatchObject({
      os_version: '15.5.0',
      server_version: '1.9.9',
      private_api: true,
      helper_connected: true,
    });
    t.sut.faults.helperOff = true;
    expect(await info()).toMatchObject({ private_api: true, helper_connected: false });
    t.sut.faults.privateApiOff = true;
    expect(await info()).toMatchObject({ private_api: false });
  });

  it('typing of the other side is not reported', () => {
    t.sut.directChat(ANNE);
    t.sut.faults.helperOff = true;
    expect(t.sut.peerTyping(`iMessage;-;${ANNE}`, true)).toBe(false);
  });
});

import { bridgeSetup } from '../../testing/setup.js';

const PHONE = '+12025550100';
const t = bridgeSetup({ privateApi: false, aliases: [PHONE] });
beforeEach(t.start);
afterEach(t.stop);
const send = (chatGuid: string, message: string) =>
  t.api('POST /message/text', { chatGuid, message, tempGuid: 't-1' });
const direct = (address = '+12025550143') => t.sut.directChat(address).guid;

describe('a Mac that changes texts (imbridge-wire 15)', () => {
  it('does so with those that AppleScript sends', async () => {
    t.sut.faults.textsChanged = true;
    await send(direct(), `say "it's" -- well.  ok \u2764 \u{1f44d}`);
    expect(t.sut.sentMessages()[0]?.text).toBe(
      'say \u201cit\u2019s\u201d\u2014well. ok \u2764\ufe0f \u{1f44d}',
    );
  });

  it('may answer 500 without the row, which is announced half a second later without the tempGuid', async () => {
    await t.subscribe();
    t.sut.faults.sends.next({ kind: 'row-unseen' });
    const answer = await send(direct(), 'hi');
    expect(answer).toMatchObject({
      status: 500,
      json: {
        message: 'Message Send Error',
        error: { message: 'Failed to send message! See attached message error code.' },
        data: null,
      },
    });
    expect(t.sut.sentMessages()).toHaveLength(1);
    await t.sut.idle();
    expect(t.types()).toEqual(['new-message']);
    expect(t.datas()).toMatchObject([{ isFromMe: true, text: 'hi' }]);
    expect(t.datas()[0]).not.toHaveProperty('tempGuid');
  });
});

describe('a chat with oneself', () => {
  it('brings each send back as a message of the other side, without a report of the address', async () => {
    await t.subscribe();
    t.sut.faults.reflectAfterMs = 0;
    await send(direct(PHONE), 'hi');
    await t.sut.idle();
    const copies = t.datas().filter(({ isFromMe }) => isFromMe === false);
    expect(copies).toMatchObject([{ text: 'hi', handle: { address: PHONE } }]);
    expect(copies[0]!.guid).not.toBe(t.sut.sentMessages()[0]?.guid);
    expect(JSON.stringify((await t.api('GET /server/info')).json)).not.toContain(PHONE);
  });
});

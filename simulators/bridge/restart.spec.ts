import { ANNE, bridgeSetup } from '../testing/setup.js';

const t = bridgeSetup();
beforeEach(t.start);
afterEach(t.stop);
const chatGuid = `iMessage;-;${ANNE}`;

describe('restart', () => {
  it('sends hello-world and never reports events of the downtime', async () => {
    await t.subscribe();
    const { port } = t.sut;
    await t.sut.restart(() => t.sut.receiveText({ from: ANNE, text: 'while you slept' }));
    await t.sut.idle();
    expect(t.sut.port).toBe(port);
    expect(t.types()).toEqual(['hello-world']);
    expect(t.receiver.received[0]?.data).toBeNull();
    expect(t.sut.messages()).toMatchObject([{ text: 'while you slept' }]);
  });

  it('loses sends in flight and their tempGuids', async () => {
    t.sut.directChat(ANNE);
    t.sut.faults.sends.next({ kind: 'hang', ms: 60_000 });
    const order = { chatGuid, message: 'hi', tempGuid: 't-1' };
    const lost = t.api('POST /message/text', order).catch(() => 'cut');
    await t.sut.waitFor(() => t.sut.requests[0]?.body);
    await t.sut.restart();
    expect(await lost).toBe('cut');
    expect((await t.api('POST /message/text', order)).status).toBe(200);
    await t.sut.idle();
    expect(t.sut.sentMessages()).toHaveLength(1);
  });

  it('loses echoes that were not out yet', async () => {
    await t.subscribe('new-message');
    t.sut.directChat(ANNE);
    t.sut.faults.webhooks.all({ kind: 'delay', ms: 60_000 });
    await t.api('POST /message/text', { chatGuid, message: 'hi', tempGuid: 't-1' });
    await t.sut.restart();
    await t.sut.idle();
    expect(t.types()).toEqual([]);
  });

  it('refuses connections while down and comes back on the same port', async () => {
    const { url } = t.sut;
    await t.sut.down();
    await expect(t.api('GET /ping')).rejects.toThrow();
    await t.sut.up();
    expect(t.sut.url).toBe(url);
    expect((await t.api('GET /ping')).status).toBe(200);
  });
});

describe('waitFor', () => {
  it('resolves with the result of the predicate and rejects with the missing condition', async () => {
    const found = t.sut.waitFor(() => t.sut.messages().find((row) => row.text === 'now'));
    t.sut.receiveText({ from: ANNE, text: 'now' });
    expect((await found).text).toBe('now');
    await expect(t.sut.waitFor(() => false, 5, 'a miracle')).rejects.toThrow('Not within 5 ms: a miracle');
  });

  it('passes on errors of the predicate', async () => {
    const failing = t.sut.waitFor(() => {
      throw new Error('bad predicate');
    });
    await expect(failing).rejects.toThrow('bad predicate');
  });
});

import { ANNE, bridgeSetup } from '../../testing/setup.js';

const t = bridgeSetup();
beforeEach(t.start);
afterEach(t.stop);
const edit = (guid: string) => {
  const body = { editedMessage: 'changed', backwardsCompatibilityMessage: 'Edited to “changed”' };
  return t.api(`POST /message/${guid}/edit`, body);
};
const sent = async (): Promise<string> => {
  const chatGuid = t.sut.directChat(ANNE).guid;
  await t.api('POST /message/text', { chatGuid, message: 'first', tempGuid: 't' });
  return t.sut.sentMessages().at(-1)?.guid ?? '';
};

describe('edit and unsend (imbridge-wire 2.6)', () => {
  it('change the message and come back as updated-message', async () => {
    const guid = await sent();
    await t.sut.idle();
    await t.subscribe('updated-message');
    const edited = await edit(guid);
    expect(edited.json).toMatchObject({ message: 'Message edited!', data: { text: 'changed' } });
    expect(edited.json.data?.dateEdited).toEqual(expect.any(Number));
    const unsent = await t.api(`POST /message/${guid}/unsend`, {});
    expect(unsent.json).toMatchObject({ message: 'Message unsent!', data: { partCount: 0, text: null } });
    await t.sut.idle();
    expect(t.datas()).toHaveLength(2);
  });

  it('refuse an unknown message and missing words', async () => {
    expect((await edit('NONE')).json.error?.message).toBe('Selected message does not exist!');
    const { json } = await t.api('POST /message/NONE/edit', { editedMessage: 'x' });
    expect(json.error?.message).toBe('The backwardsCompatibilityMessage field is required.');
  });

  it('answer 200 and change nothing after Apple’s limits: 2 minutes to unsend, 15 to edit', async () => {
    t.sut.faults.unchangedAfterMs = 5;
    const guid = await sent();
    t.sut.update(guid, { dateCreated: Date.now() - 3 * 60_000 });
    expect((await t.api(`POST /message/${guid}/unsend`, {})).json.data?.dateEdited).toBeNull();
    expect((await edit(guid)).json.data?.text).toBe('changed');
    t.sut.update(guid, { dateCreated: Date.now() - 16 * 60_000, text: 'first' });
    expect((await edit(guid)).json.data?.text).toBe('first');
  });
});

describe('macOS 26', () => {
  beforeEach(() => {
    t.sut.faults.macOs26 = true;
  });

  it('answers 200 to an edit that changed nothing, after the wait', async () => {
    const guid = await sent();
    t.sut.faults.unchangedAfterMs = 25;
    const before = performance.now();
    const { json } = await edit(guid);
    expect(performance.now() - before).toBeGreaterThan(20);
    expect(json).toMatchObject({ status: 200, message: 'Message edited!' });
    expect(json.data).toMatchObject({ text: 'first', dateEdited: null });
  });

  it('waits 30 s by default', () => {
    expect(t.sut.faults.unchangedAfterMs).toBe(30_000);
  });

  it('names chats any;-;<address> while the handle keeps its service', async () => {
    await t.subscribe('new-message');
    const row = t.sut.receiveText({ from: ANNE, text: 'Train is late' });
    await t.sut.idle();
    expect(t.datas()[0]).toMatchObject({
      chats: [{ guid: `any;-;${ANNE}` }],
      handle: { service: 'iMessage' },
    });
    expect(row.chat.guid).toBe(`any;-;${ANNE}`);
    const old = await t.api(`GET /chat/${encodeURIComponent(`iMessage;-;${ANNE}`)}`);
    expect(old.status).toBe(404);
  });

  it('keeps the conversation when the host is upgraded while it runs', () => {
    t.sut.faults.macOs26 = false;
    const before = t.sut.receiveText({ from: ANNE, text: 'before' });
    expect(before.chat.guid).toBe(`iMessage;-;${ANNE}`);
    t.sut.faults.macOs26 = true;
    const after = t.sut.receiveText({ from: ANNE, text: 'after' });
    expect(after.chat).toBe(before.chat);
    expect(after.chat.guid).toBe(`any;-;${ANNE}`);
  });

  it('fails chat/new by script although the message went out', async () => {
    const order = { addresses: [ANNE], message: 'hi', tempGuid: 't' };
    expect((await t.api('POST /chat/new', order)).json).toMatchObject({
      status: 500,
      error: { type: 'Server Error' },
    });
    expect(t.sut.sentMessages()).toHaveLength(1);
    expect((await t.api('POST /chat/new', { ...order, method: 'private-api' })).json).toMatchObject({
      status: 200,
      data: { guid: `any;-;${ANNE}` },
    });
  });

  it('shows its version in server/info', async () => {
    expect((await t.api('GET /server/info')).json.data?.os_version).toBe('26.3.1');
  });
});

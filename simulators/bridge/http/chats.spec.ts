import { ANNE, BEN, bridgeSetup } from '../../testing/setup.js';

const t = bridgeSetup();
beforeEach(t.start);
afterEach(t.stop);
const path = (guid: string) => `/chat/${encodeURIComponent(guid)}`;
const group = () => t.sut.createGroup({ name: 'Allotment', participants: [ANNE, BEN] });

describe('typing and read marks (imbridge-wire 2.7)', () => {
  it('starts typing on DELETE too, as 1.9.9 does', async () => {
    const { guid } = t.sut.directChat(ANNE);
    expect((await t.api(`POST ${path(guid)}/typing`)).json).toEqual({
      status: 200,
      message: 'Successfully started typing!',
    });
    const stopped = await t.api(`DELETE ${path(guid)}/typing`);
    expect(stopped.json.message).toBe('Successfully stopped typing!');
    expect(t.sut.typingEvents).toMatchObject([
      { chatGuid: guid, display: true, cause: 'post' },
      { chatGuid: guid, display: true, cause: 'delete' },
    ]);
  });

  it('accepts a chat that does not exist', async () => {
    expect((await t.api(`POST ${path('iMessage;-;nobody')}/read`)).status).toBe(200);
  });

  it('announces our own read mark as chat-read-status-changed', async () => {
    await t.subscribe();
    const row = t.sut.receiveText({ from: ANNE, text: 'hello' });
    await t.sut.idle();
    await t.api(`POST ${path(row.chat.guid)}/read`);
    await t.sut.idle();
    expect(t.receiver.received[1]).toMatchObject({
      type: 'chat-read-status-changed',
      data: { chatGuid: row.chat.guid, read: true },
    });
    expect(t.sut.readEvents).toMatchObject([{ chatGuid: row.chat.guid, read: true }]);
    expect(row.dateRead).not.toBeNull();
  });

  it('reports typing of the other side in DMs only, and drops a repeated value', async () => {
    await t.subscribe();
    const { guid } = t.sut.directChat(ANNE);
    expect([t.sut.peerTyping(guid, true), t.sut.peerTyping(guid, true)]).toEqual([true, false]);
    expect(t.sut.peerTyping(guid, false)).toBe(true);
    expect(t.sut.peerTyping(group().guid, true)).toBe(false);
    await t.sut.idle();
    expect(t.types()).toEqual(['typing-indicator', 'typing-indicator']);
  });
});

describe('reading chats', () => {
  it('lists chats with participants and repeats offset and limit of the request', async () => {
    t.sut.directChat(ANNE);
    const { guid } = group();
    const all = await t.api('POST /chat/query', {});
    expect(all.json).toMatchObject({ data: [{ guid: `iMessage;-;${ANNE}` }, { guid }] });
    expect(all.json.metadata).toEqual({ count: 2, total: 2 });
    const page = await t.api('POST /chat/query', { limit: 1, offset: 1 });
    expect(page.json).toMatchObject({
      data: [{ guid, participants: [{ address: ANNE }, { address: BEN }] }],
      metadata: { count: 1, total: 2, offset: 1, limit: 1 },
    });
    expect((await t.api('POST /chat/query', { limit: 1001 })).json.error?.message).toBe(
      'The limit may not be greater than 1000.',
    );
  });

  it('finds one chat, with participants and last message only when asked', async () => {
    const { guid } = group();
    t.sut.receiveText({ from: BEN, text: 'last', chatGuid: guid });
    const bare = await t.api(`GET ${path(guid)}`);
    expect(bare.json.data).toMatchObject({ guid, style: 43, participants: [] });
    expect(bare.json.data).not.toHaveProperty('lastMessage');
    const full = await t.api(`GET ${path(guid)}?with=participants,lastMessage`);
    expect(full.json.data).toMatchObject({ participants: [{}, {}], lastMessage: { text: 'last' } });
    expect((await t.api(`GET ${path('iMessage;-;x')}`)).json).toMatchObject({
      status: 404,
      error: { message: 'Chat does not exist!' },
    });
  });

  it('lists its messages, newest first', async () => {
    const { guid } = t.sut.directChat(ANNE);
    for (const [index, text] of ['a', 'b', 'c'].entries()) {
      t.sut.receiveText({ from: ANNE, text, date: 1_769_000_000_000 + index });
    }
    const { json } = await t.api(`GET ${path(guid)}/message?limit=2`);
    expect(json).toMatchObject({ data: [{ text: 'c' }, { text: 'b' }], metadata: { total: 3, count: 2 } });
    const ascending = await t.api(`GET ${path(guid)}/message?sort=ASC&after=1769000000001`);
    expect(ascending.json.data).toMatchObject([{ text: 'b' }, { text: 'c' }]);
  });
});

describe('group changes', () => {
  it('are announced twice: own event with participants, and new-message without', async () => {
    await t.subscribe();
    const { guid } = group();
    const eve = 'eve.lindqvist@example.net';
    await t.api(`POST ${path(guid)}/participant`, { address: eve });
    await t.sut.idle();
    expect(t.types().toSorted()).toEqual(['new-message', 'participant-added']);
    const added = t.receiver.received.find((each) => each.type === 'participant-added')?.data;
    const twin = t.receiver.received.find((each) => each.type === 'new-message')?.data;
    expect(added).toMatchObject({ itemType: 1, groupActionType: 0, text: null, handle: null });
    expect(added).toHaveProperty('chats.0.participants.2.address', eve);
    expect(twin).toMatchObject({ guid: (added as { guid: string }).guid, itemType: 1 });
    expect(twin).not.toHaveProperty('chats.0.participants');
  });

  it.each([
    ['group-name-change', 2, 0, (g: ReturnType<typeof group>) => t.sut.groups.rename(g, 'New', BEN)],
    [
      'participant-removed',
      1,
      1,
      (g: ReturnType<typeof group>) => t.sut.groups.removeParticipant(g, ANNE, BEN),
    ],
    ['participant-left', 3, 0, (g: ReturnType<typeof group>) => t.sut.groups.leave(g, BEN)],
    ['group-icon-removed', 3, 2, (g: ReturnType<typeof group>) => t.sut.groups.setIcon(g, null, BEN)],
  ] as const)('%s by a person', async (type, itemType, groupActionType, change) => {
    await t.subscribe();
    change(group());
    await t.sut.idle();
    expect(t.types().toSorted()).toEqual([type, 'new-message'].toSorted());
    expect(t.datas()[0]).toMatchObject({ itemType, groupActionType, handle: { address: BEN } });
  });

  it('rename a group, refuse a call without a name, and refuse a DM', async () => {
    const chat = group();
    const renamed = await t.api(`PUT ${path(chat.guid)}`, { displayName: 'Crew' });
    expect(renamed.json).toMatchObject({
      message: 'Successfully updated the following fields: displayName',
      data: { displayName: 'Crew' },
    });
    expect(chat.displayName).toBe('Crew');
    expect((await t.api(`PUT ${path(chat.guid)}`, {})).json.message).toBe(
      'Chat not updated! No update information provided!',
    );
    const { guid } = t.sut.directChat(ANNE);
    expect((await t.api(`PUT ${path(guid)}`, { displayName: 'x' })).json.message).toBe(
      'Cannot rename a non-group chat!',
    );
  });

  it('report an error when the host ignores a rename, and nothing when it ignores an icon', async () => {
    const chat = group();
    t.sut.faults.groupChangesIgnored = true;
    t.sut.faults.unchangedAfterMs = 5;
    expect((await t.api(`PUT ${path(chat.guid)}`, { displayName: 'x' })).json.message).toBe(
      'Chat update executed with errors!',
    );
    const form = new FormData();
    form.set('icon', new Blob(['png'], { type: 'image/png' }), 'icon.png');
    expect((await t.api(`POST ${path(chat.guid)}/icon`, form)).status).toBe(200);
    expect(chat.icon).toBeNull();
  });

  it('set, serve and remove the icon', async () => {
    const { guid } = group();
    const form = new FormData();
    form.set('icon', new Blob(['png'], { type: 'image/png' }), 'icon.png');
    expect((await t.api(`POST ${path(guid)}/icon`, form)).json).toEqual({
      status: 200,
      message: 'Successfully set group chat icon!',
    });
    const icon = await t.api(`GET ${path(guid)}/icon`);
    expect([icon.text, icon.headers.get('content-type')]).toEqual(['png', 'image/png']);
    await t.api(`DELETE ${path(guid)}/icon`);
    expect((await t.api(`GET ${path(guid)}/icon`)).status).toBe(404);
    expect((await t.api(`POST ${path(guid)}/icon`, new FormData())).json.error?.message).toBe(
      'Icon not provided or was empty!',
    );
  });

  it('answer success for leaving an unknown chat', async () => {
    expect((await t.api(`POST ${path('iMessage;+;chat0')}/leave`)).json.message).toBe(
      'Successfully left chat!',
    );
  });
});
